/** Nothing is sent that nobody asked for, by any build, in the windows of test runners. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import type { Identity } from '../../presets/identity.ts'
import { listen } from '../devtools/support/console.ts'
import { openRunner, RUNNERS } from '../devtools/support/runners.ts'
import { ENV } from '../support/fixtures.ts'

type Portico = { Identity: typeof Identity }

const asModule = (file: string) => async (): Promise<Portico> =>
  import(pathToFileURL(join('dist', file)).href)
/** As a page has it by a script tag. */
const asScript = (file: string) => async (): Promise<Portico> =>
  new Function(`${readFileSync(join('dist', file), 'utf8')}\nreturn Portico`)()

const BUILDS: [file: string, load: () => Promise<Portico>][] = [
  ...['presets/identity.js', 'development/presets/identity.js'].map((file): (typeof BUILDS)[number] => [
    file,
    asModule(file),
  ]),
  ...['portico.min.js', 'portico.full.min.js', 'portico.development.js', 'portico.devtools.js'].map(
    (file): (typeof BUILDS)[number] => [file, asScript(file)],
  ),
  [
    'commonjs/presets/identity.cjs',
    async () => createRequire(import.meta.url)(join(process.cwd(), 'dist/commonjs/presets/identity.cjs')),
  ],
]

describe.each(RUNNERS)('in %s, after a call that failed', (runner) => {
  it.each(BUILDS)('dist/%s has sent session calls and nothing else', async (_, load) => {
    const { Identity: Class } = await load()
    const { window, asked } = openRunner(runner, () => Promise.reject(new TypeError('fetch failed')))
    listen(window)
    const sessionDomain = 'https://id.site.example'
    const redirectUri = 'https://www.site.example/callback'
    const identity = new Class({ clientId: 'client-1', sessionDomain, redirectUri, env: ENV, window })
    expect(await identity.isLoggedIn()).toBe(false)
    for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setImmediate(resolve))
    expect(asked.length).toBeGreaterThan(0)
    for (const url of asked) expect(url).toMatch(/^https:\/\/id\.site\.example\/v2\/session\?/)
    identity.dispose()
  })
})
