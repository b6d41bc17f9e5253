/** The reader's own client in the samples of the site. */
import { afterEach, expect, it, vi } from 'vitest'
import { fillSamples, keepClient, readClient, SAMPLE } from '../../docs/.vitepress/theme/your-client.ts'
import { openPage } from '../support/page.ts'

afterEach(() => vi.unstubAllGlobals())

function openSamples() {
  const { window } = openPage('https://docs.example/guide/sessions')
  vi.stubGlobal('localStorage', window.localStorage)
  vi.stubGlobal('NodeFilter', window.NodeFilter)
  window.document.body.innerHTML =
    "<div class=vp-doc><p>your-client-id</p><pre><code><span>clientId: </span><span>'your-client-id'</span></code></pre></div>"
  return window.document
}

it('stands in samples, and in no other text', () => {
  const page = openSamples()
  fillSamples(page, { ...SAMPLE, clientId: 'mine' })
  expect(page.querySelector('pre')?.textContent).toBe("clientId: 'mine'")
  expect(page.querySelector('p')?.textContent).toBe('your-client-id')
})

it('gives way to another one, and to that of the samples', () => {
  const page = openSamples()
  for (const clientId of ['mine', 'another', SAMPLE.clientId]) {
    fillSamples(page, { ...SAMPLE, clientId })
    expect(page.querySelector('pre')?.textContent).toBe(`clientId: '${clientId}'`)
  }
})

it('is kept, and is that of the samples where nothing is given or what is kept is damaged', () => {
  openSamples()
  keepClient({ ...SAMPLE, clientId: 'mine', sessionDomain: '' })
  expect(readClient()).toEqual({ ...SAMPLE, clientId: 'mine' })
  localStorage.setItem('portico-docs-client', '{')
  expect(readClient()).toEqual(SAMPLE)
  vi.stubGlobal('localStorage', undefined)
  keepClient(SAMPLE)
  expect(readClient()).toEqual(SAMPLE)
})
