// Cookies that decide who a browser is, where a browser keeps those that no other host can set, and where it does not:
// WebKit keeps no `Secure` cookie of a page on plain http. What browsers do with them is tried in browsers.

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Emulator, startEmulator } from '../src/index.ts'
import { Visitor } from './helpers.ts'
import { site } from './log-in.ts'

const CHROMIUM =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36'
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const WEBKIT =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15'

let emulator: Emulator
beforeAll(async () => {
  emulator = await startEmulator()
})
afterAll(() => emulator.close())

function visit(agent: string, cookie = ''): Promise<Response> {
  const headers = { 'user-agent': agent, ...(cookie && { cookie }) }
  return new Visitor().request(emulator.url(site.siteHost), { headers })
}

describe('a browser that keeps Secure cookies here', () => {
  it.each([CHROMIUM, FIREFOX, 'curl/8'])('is given one for this host alone: %s', async (agent) => {
    const [cookie = ''] = (await visit(agent)).headers.getSetCookie()
    expect(cookie).toMatch(/^__Host-visitor=\S+; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
    expect((await visit(agent, cookie.split(';')[0])).headers.getSetCookie()).toEqual([])
  })

  it('is not known where two arrive, as in WebKitGTK, which does not heed the prefix', async () => {
    const cookie = '__Host-visitor=planted; __Host-visitor=own'
    expect((await visit(CHROMIUM, cookie)).headers.getSetCookie()).toHaveLength(1)
  })

  it.each([CHROMIUM, FIREFOX])('is not known by one without the prefix: %s', async (agent) => {
    expect((await visit(agent, 'visitor=planted')).headers.getSetCookie()).toHaveLength(1)
  })
})

describe('a browser that keeps none', () => {
  it('is given one that it keeps, and is known by it', async () => {
    const [cookie = ''] = (await visit(WEBKIT)).headers.getSetCookie()
    expect(cookie).toMatch(/^visitor=\S+; Path=\/; HttpOnly; SameSite=Lax$/)
    expect((await visit(WEBKIT, cookie.split(';')[0])).headers.getSetCookie()).toEqual([])
  })

  it('is known where another name arrives that only begins with a blank which is neither space nor tab', async () => {
    const [cookie = ''] = (await visit(WEBKIT)).headers.getSetCookie()
    const own = cookie.split(';')[0]
    expect((await visit(WEBKIT, `\u00a0visitor=planted; ${own}`)).headers.getSetCookie()).toEqual([])
    expect((await visit(WEBKIT, '\u00a0visitor=planted')).headers.getSetCookie()).toHaveLength(1)
  })

  it('is not known where two of that name arrive: one of them is from another host', async () => {
    expect((await visit(WEBKIT, 'visitor=planted; a=b;visitor=own')).headers.getSetCookie()).toHaveLength(1)
  })
})
