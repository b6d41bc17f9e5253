/** Nothing is sent that nobody asked for: the development build tells findings from what it has seen. */
import { describe, expect, it, vi } from 'vitest'
import { createIdentity } from '../../core/index.ts'
import { consoleFindings } from '../../devtools/console-findings.ts'
import { devtools } from '../../devtools/devtools.ts'
import { diagnose } from '../../devtools/diagnose.ts'
import { sessionCache } from '../../plugins/session/session-cache.ts'
import { fetchTransport } from '../../plugins/transport/fetch-transport.ts'
import { Identity } from '../../presets/identity.ts'
import { ADA, ENV, NO_SESSION, optionsFor, rejection } from '../support/fixtures.ts'
import { idsIn, listen } from './support/console.ts'
import { openRunner, RUNNERS, type Stub } from './support/runners.ts'

/** Lets everything happen that the end of a call could have started. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}

const SESSION_CALL = /^https:\/\/id\.site\.example\/v2\/session\?/

/** What a site's test lets its fetch do. */
const STUBS: [what: string, stub: Stub][] = [
  ['a session', () => Response.json(ADA)],
  ['that there is nobody', () => Response.json(NO_SESSION, { status: 400 })],
  ['a broken connection', () => Promise.reject(new TypeError('fetch failed'))],
  ['an error of its own', () => Promise.reject(new Error('not allowed in a test'))],
  ['nothing', () => undefined],
  ['an object without a body', () => ({ ok: true, status: 200 })],
  ['a server error', () => new Response('', { status: 503 })],
  ['a page', () => new Response('<p>Not found</p>', { status: 404 })],
]

describe.each(RUNNERS)('in %s, with a fetch that answers', (runner) => {
  it.each(STUBS)('%s, an identity with devtools sends its session call and nothing else', async (_, stub) => {
    const { window, asked } = openRunner(runner, stub)
    listen(window)
    const plugins = [fetchTransport({ retries: 0 }), sessionCache(), consoleFindings(), devtools()]
    const identity = createIdentity(optionsFor({ window }), plugins)
    await identity.hasSession().catch(() => undefined)
    await settled()
    expect(asked).toEqual([expect.stringMatching(SESSION_CALL)])
    identity.dispose()
  })

  it.each(STUBS)('%s, the default import sends its session call and nothing else', async (_, stub) => {
    const { window, asked } = openRunner(runner, stub)
    listen(window)
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    Object.assign(window, { setTimeout, clearTimeout })
    const identity = new Identity(optionsFor({ window }))
    const answer = identity.isLoggedIn()
    await vi.runAllTimersAsync()
    await answer
    vi.useRealTimers()
    await settled()
    // A broken connection is tried again.
    for (const url of asked) expect(url).toMatch(SESSION_CALL)
    expect(asked.length).toBeGreaterThan(0)
    identity.dispose()
  })
})

describe.each(RUNNERS)('in %s', (runner) => {
  const failing: Stub = () => Promise.reject(new TypeError('fetch failed'))

  it('diagnose asks the services, since somebody has asked for it', async () => {
    const { window, asked } = openRunner(runner, failing)
    const identity = createIdentity(optionsFor({ window }), [fetchTransport({ retries: 0 }), devtools()])
    expect((await diagnose(identity)).map(({ id }) => id)).toContain('network-down')
    expect(new Set(asked.map((url) => new URL(url).origin))).toEqual(
      new Set(['https://id.site.example', ENV.accountUrl]),
    )
    identity.dispose()
  })

  it('the console is silent about the page’s address, unless the page switches that on', async () => {
    const { window } = openRunner(runner, failing)
    const lines = listen(window, 'automatic')
    const identity = createIdentity(optionsFor({ window }), [
      fetchTransport({ retries: 0 }),
      consoleFindings(),
    ])
    await rejection(identity.hasSession())
    expect(lines).toEqual([])
    identity.dispose()
    const other = openRunner(runner, failing)
    const told = listen(other.window, 'on')
    const loud = createIdentity(optionsFor(other), [fetchTransport({ retries: 0 }), consoleFindings()])
    await rejection(loud.hasSession())
    expect(idsIn(told)).toEqual(['session-domain-cross-site'])
    loud.dispose()
  })
})
