import { describe, expect, it } from 'vitest'
import { type AnyPlugin, createIdentity, definePlugin, SDKError } from '../../core/index.ts'
import { consoleFindings } from '../../devtools/console-findings.ts'
import { devtools } from '../../devtools/devtools.ts'
import { diagnose } from '../../devtools/diagnose.ts'
import { sessionBackoff } from '../../plugins/session/session-backoff.ts'
import { sessionCache } from '../../plugins/session/session-cache.ts'
import { fetchTransport } from '../../plugins/transport/fetch-transport.ts'
import { ADA, optionsFor, rejection } from '../support/fixtures.ts'
import { json, openPage, openPageWith, type Page, text } from '../support/page.ts'
import { listen } from './support/console.ts'

const compose = (page: Page, ...more: AnyPlugin[]) =>
  createIdentity(optionsFor(page), [fetchTransport(), devtools(), ...more])

/** What `diagnose` says of a pause. */
async function seen(identity: object): Promise<string | undefined> {
  return (await diagnose(identity)).find(({ id }) => id === 'service-backoff')?.seen
}

const KEY = 'portico.https://account.example https://id.site.example client-1.pause'

/** Writes an entry as any script of the page can. */
function write({ window }: Page, value: unknown): void {
  for (const storage of [window.sessionStorage, window.localStorage])
    storage.setItem(KEY, JSON.stringify({ value, expiresAt: Date.now() + 3_600_000 }))
}

const inForce = () => ({
  reason: 'session-unreachable',
  code: 503,
  pauseMs: 30_000,
  retryAt: Date.now() + 30_000,
})

describe('a pause in force', () => {
  it('is found with its end, by the clock of this machine', async () => {
    const page = openPageWith(json(200, ADA))
    write(page, inForce())
    expect(await seen(compose(page, sessionBackoff()))).toMatch(
      /^until \d\d:\d\d:\d\d GMT[+-]\d{4}, in (29|30) s; after session-unreachable 503$/,
    )
  })

  it('is no finding for an identity without the plugin', async () => {
    const page = openPageWith(json(200, ADA))
    write(page, inForce())
    expect(await seen(compose(page))).toBeUndefined()
  })

  it.each([
    ['over', { ...inForce(), retryAt: Date.now() - 1 }],
    ['longer than an hour', { ...inForce(), pauseMs: 3_700_000 }],
    ['one of which more is left than there ever was', { ...inForce(), pauseMs: 1000 }],
    ['nothing', null],
    ['one of a reason that is none', { ...inForce(), reason: 'session-eyJhbGciOiJIUzI1NiJ9' }],
  ])('is no finding when the entry is %s, and no pause for the plugin either', async (_, entry) => {
    const page = openPageWith(json(200, ADA), json(200, ADA))
    write(page, entry)
    const identity = compose(page, sessionBackoff())
    expect(await seen(identity)).toBeUndefined()
    await identity.hasSession()
    expect(page.requests).toHaveLength(2)
  })

  it('is told with its own cause, and not with that of an earlier pause', async () => {
    const page = openPageWith(json(200, ADA), json(200, ADA))
    const pause = inForce()
    write(page, pause)
    const cause = (retryAt: number) =>
      page.window.sessionStorage.setItem('portico.devtools.cause', `${retryAt} service-failing`)
    const identity = compose(page, sessionBackoff())
    cause(pause.retryAt)
    expect(await seen(identity)).toMatch(/after session-unreachable 503: service-failing$/)
    cause(pause.retryAt - 1)
    expect(await seen(identity)).toMatch(/after session-unreachable 503$/)
  })

  it('is no finding of diagnose once it was ended, though the last call was refused', async () => {
    const page = openPage()
    write(page, inForce())
    const identity = createIdentity(optionsFor(page), [
      fetchTransport(),
      devtools(),
      sessionCache(),
      sessionBackoff(),
    ])
    await rejection(identity.hasSession())
    page.answer(json(200, ADA), json(200, ADA))
    expect(await seen(identity)).toMatch(/after session-unreachable 503$/)
    identity.clearCachedUserSession()
    expect(await seen(identity)).toBeUndefined()
  })

  it('says nothing that a script has written in the place of a code or a cause', async () => {
    const page = openPageWith(json(200, ADA))
    const pause = { ...inForce(), code: 'eyJhbGciOiJIUzI1NiJ9' }
    write(page, pause)
    page.window.sessionStorage.setItem('portico.devtools.cause', `${pause.retryAt} eyJhbGciOiJIUzI1NiJ9`)
    expect(await seen(compose(page, sessionBackoff()))).toMatch(/after session-unreachable$/)
  })

  it('is told of a call that it refuses, also where storage is denied', async () => {
    const page = openPage()
    const lines = listen(page.window)
    for (const name of ['sessionStorage', 'localStorage'])
      Object.defineProperty(page.window, name, {
        get() {
          throw new Error(`${name} is denied`)
        },
      })
    page.answer(text(503, ''))
    const identity = compose(page, sessionBackoff(), consoleFindings())
    await rejection(identity.hasSession())
    const { retryAt } = (await rejection(identity.hasSession())) as SDKError
    expect(retryAt).toBeGreaterThan(Date.now())
    expect(lines.map((line) => line.split('.')[0])).toEqual([
      'portico: service-failing',
      'portico: service-backoff',
    ])
  })
})

describe('a call that another plugin refuses', () => {
  const refuse = (error: SDKError) =>
    definePlugin({
      name: 'refusing',
      setup: (kernel) =>
        kernel.use('backoff', async () => {
          throw error
        }),
    })

  it.each([
    [
      'until a moment',
      new SDKError('session-unreachable', 503, { code: 503, retryAt: Date.now() + 7_200_000 }),
    ],
    ['without a status', new SDKError('session-unreachable', 'nobody was asked')],
  ])('%s is no finding', async (_, error) => {
    const page = openPage()
    const lines = listen(page.window)
    await rejection(compose(page, refuse(error), consoleFindings()).hasSession())
    expect(lines).toEqual([])
  })
})
