/** The recipes that need no program of their own, each run on a scripted page: what it shows, and what its buttons do. */
import { readFileSync } from 'node:fs'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ADA, NO_SESSION } from '../support/fixtures.ts'
import { broken, json, openPage, type Page } from '../support/page.ts'
import { SAMPLES } from './pages.ts'
import { bundleOf, runOn } from './run.ts'
import { scriptsOf } from './scripts.ts'

afterEach(() => vi.unstubAllGlobals())

const textOf = (page: Page) => page.window.document.body.textContent?.replaceAll(/\s+/g, ' ').trim() ?? ''
const button = (page: Page) => page.window.document.querySelector('button') as HTMLElement

const STATE = 'made by the site'

describe.each([
  ['React', 'recipes/react.md', 'src/main.tsx'],
  ['Vue', 'recipes/vue.md', 'src/main.ts'],
  ['Svelte', 'recipes/svelte.md', 'src/main.ts'],
])('the recipe for %s', (_, file, entry) => {
  it('greets a reader, and logs them out', async () => {
    const page = openPage('https://site.com/article')
    page.answer(json(200, ADA))
    runOn(page, await bundleOf(file, entry))
    await vi.waitFor(() => expect(textOf(page)).toBe('Hello, Ada Log out'))
    button(page).click()
    expect(page.navigations[0]).toMatch(/^https:\/\/id\.site\.com\/logout\?/)
    await vi.waitFor(() => expect(textOf(page)).toBe('Hello, stranger Log in'))
  })

  it('greets a stranger, and logs them in with the state of the server', async () => {
    const page = openPage('https://site.com/article')
    page.answer(json(400, NO_SESSION))
    vi.stubGlobal('fetch', async () => Response.json({ state: STATE }))
    runOn(page, await bundleOf(file, entry))
    await vi.waitFor(() => expect(textOf(page)).toBe('Hello, stranger Log in'))
    button(page).click()
    await vi.waitFor(() => expect(page.navigations).toHaveLength(1))
    expect(new URL(page.navigations[0] ?? '').searchParams.get('state')).toBe(STATE)
  })

  it('goes on without a reader when the service is down', async () => {
    const page = openPage('https://site.com/article')
    page.answer(broken, broken)
    runOn(page, await bundleOf(file, entry))
    // A broken connection is tried once more, after a while.
    await vi.waitFor(() => expect(textOf(page)).toBe('Hello, stranger Log in'), { timeout: 10_000 })
  })
})

const htmlOf = (file: string) => SAMPLES.filter(({ page, language }) => page === file && language === 'html')
const LIBRARY = readFileSync('dist/portico.min.js', 'utf8')

describe('the recipe for a script tag', () => {
  it('tells whether somebody is logged in', async () => {
    const page = openPage('https://site.com/')
    page.answer(json(200, ADA))
    const [sample] = htmlOf('recipes/script-tag.md')
    runOn(page, `${LIBRARY}\n${scriptsOf(sample?.code ?? '')}`)
    await vi.waitFor(() => expect(page.window.document.body.dataset.loggedIn).toBe('true'))
    expect((page.window as { schIdentity?: unknown }).schIdentity).toBeDefined()
  })
})

describe('the recipe for a consent-management platform', () => {
  it('sends the consents of the platform with a login', async () => {
    const page = openPage('https://site.com/')
    const [sample] = htmlOf('recipes/consent-platform.md')
    page.window.document.body.innerHTML = '<button id="log-in"></button>'
    vi.stubGlobal('fetch', async () => Response.json({ state: STATE }))
    runOn(page, `${LIBRARY}\n${scriptsOf(sample?.code ?? '')}`)
    button(page).click()
    await vi.waitFor(() => expect(page.navigations).toHaveLength(1))
    const { searchParams } = new URL(page.navigations[0] ?? '')
    expect(searchParams.get('state')).toBe(STATE)
    expect(searchParams.get('gdpr')).toBe('1')
    expect(searchParams.get('gdpr_consent')).toBe('CPXxRfAPXxRfAAfKABENB')
  })
})

describe('the page on which the existing client’s Monetization stays', () => {
  it('asks for access with our user, beside ours', async () => {
    const page = openPage('https://site.com/')
    const access = { entitled: true, allowedFeatures: ['existing'], ttl: 10, userId: ADA.userId }
    page.answer(json(200, ADA), json(200, access))
    const file = 'moving.md'
    const sample = SAMPLES.find(({ page: of, code }) => of === file && code.includes('Monetization'))
    runOn(page, await bundleOf(file, 'page.js', { 'page.js': sample?.code ?? '' }, 'esm'))
    await vi.waitFor(() => expect(page.window.document.body.dataset.access).toBe('true'))
    expect(page.requests.map(({ host, pathname }) => host + pathname)).toEqual([
      'id.site.com/v2/session',
      'id.site.com/hasAccess/existing',
    ])
  })
})
