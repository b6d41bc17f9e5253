import { describe, expect, it } from 'vitest'
import { createIdentity, type KernelOptions } from '../../core/index.ts'
import { devtools } from '../../devtools/devtools.ts'
import { login } from '../../plugins/login/login.ts'
import { sessionCache } from '../../plugins/session/session-cache.ts'
import { fetchTransport } from '../../plugins/transport/fetch-transport.ts'
import { ADA, optionsFor } from '../support/fixtures.ts'
import { json, openPage, openPageWith, type Page } from '../support/page.ts'

const compose = (page: Page, more?: Partial<KernelOptions>) =>
  createIdentity(optionsFor(page, more), [fetchTransport(), sessionCache(), login(), devtools()])

describe('the report', () => {
  it('has settings, findings, plugins and timeline, and no secret', async () => {
    const page = openPage('https://www.site.example/reset/secret-token?code=secret-code&secret-query')
    page.answer(json(200, ADA), json(200, ADA))
    const identity = compose(page, {
      redirectUri: 'https://www.site.example/cb/secret-path?secret-parameter',
    })
    await identity.hasSession()
    identity.login({ state: 'secret-state' })
    const report = await identity.devtoolsReport()
    expect(report).toContain('# Portico 1.0.0-rc.1 on https://www.site.example/…/…?code&…\n')
    expect(report).toContain('"redirectUri":"https://www.site.example/…/…?…"')
    expect(report).toContain('## Plugins\n\n- transport\n- session-cache\n- login\n- devtools\n')
    expect(report).toMatch(
      /login by redirect to https:\/\/account\.example\/oauth\/authorize\?response_type&client_id&/,
    )
    expect(report).not.toContain('secret')
  })

  it('has the session’s status and the names of its members, and no value of the reader', async () => {
    const page = openPageWith(json(200, ADA), json(200, ADA))
    const identity = compose(page)
    await identity.hasSession()
    const report = await identity.devtoolsReport()
    const [, session = ''] = /## Session\n\n(.*)\n/.exec(report) ?? []
    expect(JSON.parse(session)).toMatchObject({
      result: true,
      userStatus: 'connected',
      userId: '…',
      sig: '…',
    })
    for (const name of [
      'userId',
      'uuid',
      'sp_id',
      'sig',
      'givenName',
      'pairId',
      'sdrn',
      'baseDomain',
    ] as const)
      expect(session).not.toContain(`${ADA[name]}`)
  })

  it('says when an entry of the tab is kept, for how long, and when it is removed, each once', async () => {
    const page = openPage()
    // The report asks again, past the cache.
    page.answer(json(200, ADA), json(200, ADA))
    const identity = compose(page)
    await identity.hasSession()
    await identity.hasSession()
    identity.clearCachedUserSession()
    const report = await identity.devtoolsReport()
    expect(report.match(/session (kept for \d+ s|removed)/g)).toEqual([
      'session kept for 60 s',
      'session removed',
    ])
  })
})
