// Redirect URIs by the control API: registered, changed and taken back, and refused where their pages could not work.

import { afterEach, describe, expect, it } from 'vitest'
import { callControl, refusalOf } from './control.ts'
import { useEmulator } from './helpers.ts'
import { site } from './log-in.ts'

const emulator = await useEmulator()
afterEach(() => call('DELETE', 'everything'))

const MINE = 'http://app.site.localhost:3000/callback'
const OTHER = 'http://app.site.localhost:3000/back'
const ALL = `clients/${site.clientId}/redirect-uris`
const one = (url: string): string => `${ALL}?url=${encodeURIComponent(url)}`
const call = (method: string, path: string, body?: unknown) => callControl(emulator, method, path, body)

async function registered(): Promise<string[]> {
  const clients = (await (await call('GET', 'clients')).json()) as {
    clientId: string
    redirectUris: string[]
  }[]
  return clients.find(({ clientId }) => clientId === site.clientId)?.redirectUris.slice(1) ?? []
}

describe('a redirect URI', () => {
  it('is registered, changed and taken back', async () => {
    expect((await call('POST', ALL, { url: MINE })).status).toBe(201)
    expect((await call('PUT', one(MINE), { url: OTHER })).status).toBe(200)
    expect(await registered()).toEqual([OTHER])
    expect((await call('DELETE', one(OTHER))).status).toBe(200)
    expect(await registered()).toEqual([])
    for (const [method, body] of [
      ['DELETE', undefined],
      ['PUT', { url: MINE }],
    ] as const)
      expect(await refusalOf(await call(method, one(OTHER), body))).toBe('404 There is no such redirect URI.')
  })

  it.each([
    ['on another site', 'http://localhost:3000/callback', 'never gets a session'],
    ['whose name only ends alike', 'http://evilsite.localhost:3000/', 'never gets a session'],
    ['on another scheme', 'https://app.site.localhost:3000/callback', 'which speaks http'],
    ['that is the demo site’s', 'own', 'already'],
  ])('%s is refused, with what to do where that is known', async (_, url, words) => {
    const given = url === 'own' ? emulator.url(site.siteHost, '/callback') : url
    const said = await refusalOf(await call('POST', ALL, { url: given }))
    expect(said).toMatch(/^400 /)
    expect(said).toContain(words)
    if (url !== 'own')
      expect(said).toMatch(/Open your page as http:\/\/(app|www)\.site\.localhost:3000\/(callback)? instead/)
    expect(await registered()).toEqual([])
  })

  it('at which the emulator itself answers is refused', async () => {
    const said = await refusalOf(await call('POST', ALL, { url: emulator.url('app.site.localhost', '/a') }))
    expect(said).toContain(`At port ${emulator.port} the emulator itself answers`)
    expect(said).toContain('http://app.site.localhost:3000/a')
  })

  it('is refused a second time, also by a change, which then changes nothing', async () => {
    await call('POST', ALL, { url: MINE })
    await call('POST', ALL, { url: OTHER })
    for (const [method, path] of [
      ['POST', ALL],
      ['PUT', one(OTHER)],
    ] as const)
      expect(await refusalOf(await call(method, path, { url: MINE }))).toBe(
        `400 ${MINE} is registered for harbour-post already.`,
      )
    expect(await refusalOf(await call('PUT', one(OTHER), { url: 'http://localhost/' }))).toContain('400')
    expect(await registered()).toEqual([OTHER, MINE])
  })

  it('that cannot work is taken all the same from a test that wants it', async () => {
    const url = 'http://localhost:3000/'
    expect((await call('POST', ALL, { url, anyway: true })).status).toBe(201)
    expect(await refusalOf(await call('POST', ALL, { url: 'javascript:1', anyway: true }))).toContain('400')
    expect(await registered()).toEqual([url])
  })

  it('of a demo site stays, and so does the last one of a client', async () => {
    const demo = emulator.url(site.siteHost, '/callback')
    expect(await refusalOf(await call('DELETE', one(demo)))).toContain('stays as it is')
    await call('POST', 'clients', { clientId: 'mine', redirectUri: MINE })
    const last = `clients/mine/redirect-uris?url=${encodeURIComponent(MINE)}`
    expect(await refusalOf(await call('DELETE', last))).toContain('needs a redirect URI')
    expect((await call('PUT', last, { url: OTHER })).status).toBe(200)
  })
})
