/**
 * A page of Angular, as far as timers go: zone.js counts those of the application's zone, and the application is stable when there are
 * none. The library is bundled as Angular's command does it, so that zone.js can follow asynchronous functions.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { build } from 'esbuild'
import { JSDOM } from 'jsdom'
import { expect, it, onTestFinished } from 'vitest'
import { ADA, NO_SESSION, optionsFor } from '../support/fixtures.ts'
import { type Answer, json } from '../support/page.ts'

const MINUTE = 60_000

interface Zone {
  readonly name: string
  fork(specification: object): Zone
  run<T>(run: () => T): T
}

interface TaskState {
  readonly change: string
  readonly macroTask: boolean
}

type Library = typeof import('../../presets/full.ts') &
  typeof import('../../plugins/transport/fetch-transport.ts')

type AngularWindow = Window & typeof globalThis & { Zone: { readonly current: Zone }; portico: Library }

const ZONE = readFileSync(createRequire(import.meta.url).resolve('zone.js'), 'utf8')

const bundled = build({
  stdin: {
    contents: `export { createFullIdentity } from './presets/full.ts'
      export { fetchTransport } from './plugins/transport/fetch-transport.ts'`,
    resolveDir: process.cwd(),
  },
  bundle: true,
  write: false,
  globalName: 'window.portico',
  target: 'es2022',
  supported: { 'async-await': false },
  define: { __DEV__: 'false' },
})

/** Opens a page whose application has an identity. */
async function openApplication(answers: Answer[]) {
  const { window: opened } = new JSDOM('', {
    url: 'https://www.site.example/article',
    runScripts: 'outside-only',
  })
  onTestFinished(() => opened.close())
  const window = opened as unknown as AngularWindow
  const timers: { ring: () => void; ms: number }[] = []
  const { setTimeout } = window
  Object.assign(window, {
    fetch: async (url: string, { signal }: RequestInit) =>
      answers.shift()?.(new URL(url), signal as AbortSignal),
    TextDecoder,
    setTimeout(ring: () => void, ms: number) {
      timers.push({ ring, ms })
      return setTimeout(ring, ms)
    },
  })
  window.eval(ZONE)
  window.eval((await bundled).outputFiles[0]?.text ?? '')

  let isStable = true
  const zone = window.Zone.current.fork({
    name: 'application',
    onHasTask(_delegate: Zone, current: Zone, target: Zone, { change, macroTask }: TaskState) {
      if (current === target && change === 'macroTask') isStable = !macroTask
    },
  })
  const { createFullIdentity, fetchTransport } = window.portico
  const options = { ...optionsFor({ window }), revalidate: true }
  const identity = zone.run(() => createFullIdentity(options, fetchTransport()))
  return { window, zone, identity, timers, isStable: () => isStable }
}

it('an application of Angular is stable while its page waits for the session to end', async () => {
  const { window, zone, identity, timers, isStable } = await openApplication([
    json(200, { ...ADA, expiresIn: 10 * MINUTE }),
    json(400, NO_SESSION),
  ])
  await zone.run(() => identity.hasSession())
  expect(isStable()).toBe(true)
  const last = timers.at(-1)
  expect(last?.ms).toBeGreaterThan(9 * MINUTE)

  // What comes of it is the application's own again, so that it shows it.
  const { now } = window.Date
  window.Date.now = () => now() + 11 * MINUTE
  const zoneOfLogout = new Promise((resolve) =>
    identity.on('logout', () => resolve(window.Zone.current.name)),
  )
  last?.ring()
  expect(isStable()).toBe(false)
  expect(await zoneOfLogout).toBe('application')
})
