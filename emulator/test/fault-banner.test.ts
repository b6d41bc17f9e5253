// Pages say which fault is switched on: nobody hunts for one that somebody has switched on.

import { afterEach, describe, expect, it } from 'vitest'
import { useEmulator, Visitor } from './helpers.ts'
import { goToLogin, loginUrl, site } from './log-in.ts'

const emulator = await useEmulator()
afterEach(() => void emulator.resetFaults())

const account = (path: string): string => emulator.url('account.localhost', path)

describe('a fault that is switched on', () => {
  const pages = (): string[] => [
    emulator.url(site.siteHost),
    account('/'),
    account('/control'),
    loginUrl(emulator, site, { state: 's', redirect_uri: 'http://unknown.localhost/' }),
  ]

  it('is named on every page, and no page has a line while everything works', async () => {
    for (const url of pages()) expect((await new Visitor().open(url)).text).not.toContain('fault-banner')
    emulator.setFaults({ session: '500', clockSkewSeconds: 60 })
    for (const url of pages())
      expect((await new Visitor().open(url)).text).toContain('session: 500, clockSkewSeconds: 60')
    const login = await goToLogin(emulator, new Visitor())
    expect(login.text).toContain('session: 500, clockSkewSeconds: 60')
  })

  it('is named on pages of plain text too, and in no answer to a script', async () => {
    const texts = [
      emulator.url(site.sessionHost, '/session-start?ticket=used'),
      emulator.url('unknown.localhost'),
    ]
    for (const url of texts) expect((await new Visitor().open(url)).text).not.toContain('switched on')
    emulator.setFaults({ session: 'html' })
    for (const url of texts)
      expect((await new Visitor().open(url)).text).toContain('A fault is switched on: session: html.')
    const asked = await new Visitor().open(emulator.url(site.sessionHost, '/v2/session'), {
      headers: { 'sec-fetch-mode': 'cors' },
    })
    expect(asked.text).toContain('Back soon')
    expect(asked.text).not.toContain('switched on')
  })
})
