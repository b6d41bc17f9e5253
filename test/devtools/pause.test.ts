import { describe, expect, it } from 'vitest'
import { type AnyPlugin, createIdentity, definePlugin, SDKError } from '../../core/index.ts'
import { storagePrefix } from '../../core/storage.ts'
import { consoleFindings } from '../../devtools/console-findings.ts'
import { devtools } from '../../devtools/devtools.ts'
import { diagnose } from '../../devtools/diagnose.ts'
import { sessionCache } from '../../plugins/session/session-cache.ts'
import { sessionPause } from '../../plugins/session/session-pause.ts'
import { fetchTransport } from '../../plugins/transport/fetch-transport.ts'
import { ADA, optionsFor, rejection } from '../support/fixtures.ts'
import { json, openPage, type Page, text } from '../support/page.ts'
import { listen } from './support/console.ts'

const compose = (page: Page, ...more: AnyPlugin[]) =>
  createIdentity(optionsFor(page), [fetchTransport(), devtools(), ...more])

/** What `diagnose` says of a pause. */
async function seen(identity: object): Promise<string | undefined> {
  return (await diagnose(identity)).find(({ id }) => id === 'session-paused')?.seen
}

/** Writes an entry as any script of the page can. */
function write(page: Page, value: unknown, keptMs = 3_600_000): void {
  let key = ''
  createIdentity(optionsFor(page), [
    { name: 'key', setup: (kernel) => void (key = `${storagePrefix(kernel.options)}pause`) },
  ])
  page.window.sessionStorage.setItem(key, JSON.stringify({ value, expiresAt: Date.now() + keptMs }))
}

const inForce = () => ({
  reason: 'session-unreachable',
  code: 503,
  pauseMs: 30_000,
  retryAt: Date.now() + 30_000,
})

describe('a pause in force', () => {
  it('is found with its end, by the clock of this machine', async () => {
    const page = openPage()
    write(page, inForce())
    page.answer(json(200, ADA))
    expect(await seen(compose(page, sessionPause()))).toMatch(
      /^until \d\d:\d\d:\d\d GMT[+-]\d{4}, in (29|30) s; after session-unreachable 503$/,
    )
  })

  it('is no finding for an identity without the plugin', async () => {
    const page = openPage()
    write(page, inForce())
    page.answer(json(200, ADA))
    expect(await seen(compose(page))).toBeUndefined()
  })

  it.each([
    ['over', { ...inForce(), retryAt: Date.now() - 1 }, 3_600_000],
    ['kept for longer than an hour', inForce(), 3_700_000],
    ['nothing', null, 3_600_000],
    ['one of a reason that is none', { ...inForce(), reason: 'session-eyJhbGciOiJIUzI1NiJ9' }, 3_600_000],
  ])('is no finding when the entry is %s, and no pause for the plugin either', async (_, entry, keptMs) => {
    const page = openPage()
    write(page, entry, keptMs)
    page.answer(json(200, ADA), json(200, ADA))
    const identity = compose(page, sessionPause())
    expect(await seen(identity)).toBeUndefined()
    await identity.hasSession()
    expect(page.requests).toHaveLength(2)
  })

  it('is told with its own cause, and not with that of an earlier pause', async () => {
    const page = openPage()
    const pause = inForce()
    write(page, pause)
    const cause = (retryAt: number) =>
      page.window.sessionStorage.setItem('portico.devtools.cause', `${retryAt} service-failing`)
    const identity = compose(page, sessionPause())
    page.answer(json(200, ADA), json(200, ADA))
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
      sessionPause(),
    ])
    await rejection(identity.hasSession())
    page.answer(json(200, ADA), json(200, ADA))
    expect(await seen(identity)).toMatch(/after session-unreachable 503$/)
    identity.clearCachedUserSession()
    expect(await seen(identity)).toBeUndefined()
  })

  it('says nothing that a script has written in the place of a code or a cause', async () => {
    const page = openPage()
    const pause = { ...inForce(), code: 'eyJhbGciOiJIUzI1NiJ9' }
    write(page, pause)
    page.window.sessionStorage.setItem('portico.devtools.cause', `${pause.retryAt} eyJhbGciOiJIUzI1NiJ9`)
    page.answer(json(200, ADA))
    expect(await seen(compose(page, sessionPause()))).toMatch(/after session-unreachable$/)
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
    const identity = compose(page, sessionPause(), consoleFindings())
    await rejection(identity.hasSession())
    const { retryAt } = (await rejection(identity.hasSession())) as SDKError
    expect(retryAt).toBeGreaterThan(Date.now())
    expect(lines.map((line) => line.split('.')[0])).toEqual([
      'portico: service-failing',
      'portico: session-paused',
    ])
  })
})

describe('a call that another plugin refuses', () => {
  it('is not session-paused', async () => {
    const page = openPage()
    const lines = listen(page.window)
    const refusing: AnyPlugin = {
      name: 'refusing',
      setup: (kernel) =>
        void kernel.hook('session:request', (request) => {
          request.error = new SDKError('session-unreachable', 503, {
            code: 503,
            retryAt: Date.now() + 7_200_000,
          })
        }),
    }
    await rejection(compose(page, refusing).hasSession())
    expect(lines).toEqual([])
  })
})

describe('a failure of a call for which nobody was asked', () => {
  const failure = () => new SDKError('session-unreachable', 'nobody was asked')
  const gate = definePlugin({
    name: 'gate',
    setup: (kernel) =>
      void kernel.hook('session:request', (request) => {
        request.error = failure()
      }),
  })
  const tab = definePlugin({
    name: 'tab',
    setup: (kernel) => kernel.source('tab', () => Promise.reject(failure())),
  })

  it.each([
    ['a plugin has refused', gate],
    ['another tab has told of', tab],
  ])('is no finding where it is one that %s, without a status', async (_, plugin) => {
    const page = openPage()
    const lines = listen(page.window)
    await rejection(compose(page, plugin, consoleFindings()).hasSession())
    expect(lines).toEqual([])
  })
})

describe('a failure that another tab reports', () => {
  const told = (reason: 'session-unreachable' | 'session-refused' | 'session-malformed', code?: number) =>
    definePlugin({
      name: 'told',
      setup: (kernel) => {
        kernel.source('tab', () => Promise.reject(new SDKError(reason, code, { code })))
      },
    })

  it.each([
    ['session-unreachable', 503, 'service-failing', 'status 503, told by another tab'],
    ['session-refused', 429, 'service-busy', 'status 429, told by another tab'],
    ['session-malformed', undefined, 'answer-malformed', 'told by another tab'],
  ] as const)('%s %s is %s, and nothing is sent', async (reason, code, id, words) => {
    const page = openPage()
    const lines = listen(page.window)
    const identity = compose(page, told(reason, code), consoleFindings())
    await rejection(identity.hasSession())
    expect(lines).toHaveLength(1)
    expect(lines[0]).toContain(`portico: ${id}. `)
    expect(lines[0]).toContain(`(${words})`)
    expect(page.requests).toEqual([])
  })
})
