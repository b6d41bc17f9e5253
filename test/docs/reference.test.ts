/** The reference: a heading for each name, with its facts and an example, and each example runs. */
import { setImmediate as settled } from 'node:timers/promises'
import { type AnyPlugin, createIdentity } from 'portico/core'
import { access, fetchTransport, measures, payment } from 'portico/plugins'
import { fakeIdentity } from 'portico/testing'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ADA, ENV } from '../support/fixtures.ts'
import { openPage } from '../support/page.ts'
import { filesOf, SAMPLES, source } from './pages.ts'
import { bundleOf, runOn, runOnServer } from './run.ts'
import { namesOf } from './typescript.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

/** What has headings of its own: the page, what stands before a name, and the names. */
const NAMED: readonly [page: string, prefix: string, names: string][] = [
  [
    'reference/methods.md',
    '',
    'Exclude<keyof Identity, keyof AccountPagesApi | keyof Events | keyof StatusApi | keyof UserApi> | keyof LoginPopupApi | keyof FedcmApi',
  ],
  ['reference/plugins.md', '', "keyof typeof import('portico/plugins')"],
  ['reference/server.md', '', "keyof typeof import('portico/server') | keyof typeof import('portico/relay')"],
  ['reference/devtools.md', '', "keyof typeof import('portico/devtools') | keyof DevtoolsApi"],
]

const lists = namesOf(
  Object.fromEntries(NAMED.map(([, , names], index) => [`List${index}`, names])),
  `import type { Identity } from 'portico'
   import type { Events } from 'portico/core'
   import type { DevtoolsApi } from 'portico/devtools'
   import type { AccountPagesApi, FedcmApi, LoginPopupApi, StatusApi, UserApi } from 'portico/plugins'`,
)

/** The text under each heading of a page that has no heading beneath it. */
const chaptersOf = (page: string) =>
  source(page)
    .split(/^#{2,4} /m)
    .slice(1)
    .map((text) => ({ heading: text.split('\n')[0] ?? '', text }))

describe('the reference', () => {
  it.each(NAMED.map(([page, prefix, names], index) => ({ page, prefix, names, index })))(
    'has a heading for each of $names, with what it is: $page',
    ({ page, prefix, index }) => {
      const chapters = chaptersOf(page)
      const found = lists[`List${index}`] ?? []
      expect(found.length).toBeGreaterThan(1)
      for (const name of found) {
        const own = chapters.filter(({ heading }) => heading === prefix + name)
        expect([name, own.length > 0]).toEqual([name, true])
        expect(own[0]?.text).toMatch(/^<!-- generated: api /m)
        // The page of the plugins composes most of them at once.
        if (page !== 'reference/plugins.md')
          expect([name, /^```ts$/m.test(own[0]?.text ?? '')]).toEqual([name, true])
      }
    },
  )
})

/** Samples of a page that have no name: one for each heading. */
const examplesOf = (page: string) =>
  SAMPLES.filter((sample) => sample.page === page && sample.language === 'ts' && !sample.name)

const isLog = (line: string) => void line

/** An identity that asks nobody, with what the pages compose. */
const ofPages = () =>
  fakeIdentity({
    session: { givenName: 'Ada' },
    log: isLog,
    plugins: [access(), measures(), payment({ publisher: 'site' })],
  })

/** Runs an example as the script of a page. */
async function runExample(page: string, code: string, files: Record<string, string> = {}) {
  const opened = openPage('https://site.com/article')
  opened.window.fetch = async () => Response.json({ ...ADA, sessions: [] })
  for (const method of ['log', 'info', 'debug'] as const) vi.spyOn(console, method).mockReturnValue()
  vi.stubGlobal('fakeOfPages', ofPages())
  const all = { ...filesOf(page), ...files, 'example.ts': code }
  const failed = vi.fn()
  const script = await bundleOf(page, 'example.ts', { files: all, format: 'cjs', runsOn: 'browser' }).catch(
    // Whatever awaits at its top is a module.
    () => bundleOf(page, 'example.ts', { files: all, format: 'esm' }),
  )
  runOn(opened, `const module = { exports: {} }; globalThis.exampleOver = (async () => {${script}})()`)
  await (globalThis as unknown as { exampleOver: Promise<void> }).exampleOver.catch(failed)
  expect(failed.mock.calls).toEqual([])
  expect(opened.reported).toEqual([])
}

/** An identity of a transport and one plugin, on a page whose service knows Ada. */
function alone(plugin: AnyPlugin) {
  const { window } = openPage()
  window.fetch = async () => Response.json(ADA)
  const options = {
    clientId: 'c',
    sessionDomain: 'https://id.site.example',
    redirectUri: 'https://www.site.example/',
  }
  return createIdentity({ ...options, env: ENV, window }, [fetchTransport(), plugin])
}

const FAKE = { 'identity.ts': 'export const identity = (globalThis as any).fakeOfPages' }

describe('the examples of the reference run', () => {
  it.each([
    ['reference/methods.md', 20],
    ['reference/events.md', 3],
  ])('on an identity: %s', async (page, least) => {
    const examples = examplesOf(page)
    expect(examples.length).toBeGreaterThanOrEqual(least)
    for (const { code, line } of examples)
      await expect(runExample(page, code, FAKE).then(() => line)).resolves.toBe(line)
  })

  it('in plugins that a page composes: reference/hooks.md', async () => {
    const examples = examplesOf('reference/hooks.md').filter(({ code }) =>
      code.includes('export const example ='),
    )
    expect(examples.length).toBeGreaterThan(17)
    for (const { code, line } of examples) {
      const script = await bundleOf('reference/hooks.md', 'example.ts', {
        files: { 'example.ts': code },
        format: 'cjs',
        runsOn: 'server',
      })
      const { example } = runOnServer<{ example: AnyPlugin }>(script)
      // The full identity has all sources of answers already.
      const identity = code.includes('kernel.source')
        ? alone(example)
        : fakeIdentity({ session: {}, log: isLog, plugins: [example] })
      expect([line, (await identity.hasSession()).result]).toEqual([line, true])
      if ('logout' in identity) identity.logout()
      await settled()
      identity.dispose()
    }
  })

  it.each([
    ['reference/options.md', 4],
    ['reference/plugins.md', 7],
  ])('on a page: %s', async (page, least) => {
    const examples = examplesOf(page).filter(({ code }) => !/^export /m.test(code))
    expect(examples.length).toBeGreaterThanOrEqual(least)
    for (const { code, line } of examples)
      await expect(runExample(page, code).then(() => line)).resolves.toBe(line)
  })

  it('on a server: reference/server.md', async () => {
    vi.stubEnv('COOKIE_SECRET', 'a secret of the server, with 32 letters and more')
    vi.stubEnv('CLIENT_SECRET', 'client secret for tests')
    const said = vi.spyOn(console, 'log').mockReturnValue()
    const examples = examplesOf('reference/server.md')
    expect(examples.length).toBeGreaterThan(10)
    for (const { code } of examples) {
      const files = { ...filesOf('reference/server.md'), 'example.ts': code }
      const script = await bundleOf('reference/server.md', 'example.ts', {
        files,
        format: 'esm',
        runsOn: 'server',
      })
      await import(`data:text/javascript,${encodeURIComponent(script)}`)
    }
    expect(said.mock.calls.length).toBeGreaterThan(9)
  })
})
