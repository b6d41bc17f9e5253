// Random requests on raw sockets, over all hosts and paths: the emulator outlives them, and answers each or hangs up.

import fc from 'fast-check'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { Emulator } from '../../src/index.ts'
import { Visitor } from '../helpers.ts'
import { goToLogin, logIn, site } from '../log-in.ts'
import { loadWith } from './impatient.ts'
import { exchange, requestFor, statusOf, watchUncaught } from './raw.ts'
import { type Given, hostileRequest } from './requests.ts'

// the same requests each time; another seed tries others
const { EMULATOR_FUZZ_SEED = 1, EMULATOR_FUZZ_BATCHES = 12 } = process.env
const BATCH = 440
const PATIENCE_MS = 300_000

// short, since the server waits each time for the rest of a request that is cut off
const LIMITS = {
  HEADERS_TIMEOUT_MS: 150,
  REQUEST_TIMEOUT_MS: 300,
  TIMEOUT_CHECK_MS: 30,
  KEEP_ALIVE_MS: 100,
  LINGER_MS: 50,
}

let emulator: Emulator
let given: Given
beforeAll(async () => {
  emulator = await (await loadWith(LIMITS)).startEmulator()
  const [undecided, known] = [new Visitor(), new Visitor()]
  await logIn(emulator, known, 'ingrid')
  const odd = { locale: 'constructor', teaser: '__proto__', acr_values: 'toString otp', login_hint: '%' }
  const identify = await goToLogin(emulator, undecided, odd)
  const code = await goToLogin(emulator, known, { acr_values: 'otp' })
  given = {
    port: emulator.port,
    uids: [identify, code].map(({ url }) => new URL(url).pathname.split('/')[2] ?? ''),
    cookies: await Promise.all([
      undecided.jar.getCookieString(identify.url),
      known.jar.getCookieString(code.url),
      known.jar.getCookieString(emulator.url(site.sessionHost)),
      known.jar.getCookieString(emulator.url(site.siteHost)),
    ]),
  }
})
afterAll(() => emulator.close())

it(
  'lives through thousands of requests, says 4xx at worst, and nothing of its insides',
  async () => {
    const uncaught = watchUncaught()
    const printed = vi.spyOn(console, 'error')
    // ends the connection where the request before it does not
    const last = requestFor('/assets/none', `${site.siteHost}:${emulator.port}`)
    let sent = 0
    let done = 0
    async function send(bytes: string): Promise<void> {
      const answer = await exchange(emulator.port, bytes + last)
      const status = statusOf(answer)
      sent += 1
      if (status !== undefined && status < 400) done += 1
      // nobody is let through to anywhere else
      if (!bytes.startsWith('CONNECT ')) expect(status, bytes).toBeDefined()
      expect(answer, bytes).not.toMatch(/^HTTP\/1\.1 5/m)
      expect(answer, bytes).not.toMatch(/node:internal|node_modules|\bat [^"\n]+:\d+:\d+|\.m?[jt]s:\d+/)
    }

    const batches = fc.array(hostileRequest(given), { minLength: BATCH, maxLength: BATCH })
    await fc.assert(
      fc.asyncProperty(batches, async (batch) => {
        await Promise.all(batch.map(send))
      }),
      { seed: Number(EMULATOR_FUZZ_SEED), numRuns: Number(EMULATOR_FUZZ_BATCHES), endOnFailure: true },
    )
    expect(printed.mock.calls).toEqual([])
    expect(uncaught()).toEqual([])
    expect(sent).toBeGreaterThan(5000)
    // or it would be the parser alone that was tried
    expect(done).toBeGreaterThan(sent / 20)
    expect(statusOf(await exchange(emulator.port, last.replace('/assets/none', '/')))).toBe(200)
  },
  PATIENCE_MS,
)
