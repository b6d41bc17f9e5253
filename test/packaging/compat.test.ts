/** `portico/compat` as it is shipped: its size, its types, its messages for readers. */
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { compile, problems } from '../docs/typescript.ts'
import { ADA, optionsFor, rejection } from '../support/fixtures.ts'
import { json, openPage } from '../support/page.ts'
import { bundle } from './bundle.ts'

type Compat = typeof import('../../presets/compat/index.ts')

// Relative, since the package's own name leads to the development build in some tools.
const BUILT = '../../dist/presets/compat/index.js'
const { Identity } = (await import(BUILT)) as Compat

describe('portico/compat', () => {
  it('has its ceiling with all three classes; size.test.ts weighs Identity alone', async () => {
    const all = await bundle("export { Identity, Monetization, Payment } from 'portico/compat'")
    expect(brotliCompressSync(all).length).toBeLessThanOrEqual(14_900)
  })

  it.each(['identity', 'monetization', 'payment'])('has an entry for one class alone: %s', async (name) => {
    const all: Record<string, unknown> = await import(['../../dist/presets/compat/index.js'].join())
    const alone = createRequire(import.meta.url)(`portico/compat/${name}`)
    const className = `${name[0]?.toUpperCase()}${name.slice(1)}`
    expect(alone.default).toBe(alone[className])
    expect(Object.keys(alone).sort()).toEqual([className, 'SDKError', '__esModule', 'default'].sort())
    expect(all).toHaveProperty(className)
  })

  it.each(['index', 'identity', 'monetization', 'payment'])(
    'has the file of the account-sdk-browser by its name: %s.js',
    async (name) => {
      const load = createRequire(import.meta.url)
      const short = name === 'index' ? 'portico/compat' : `portico/compat/${name}`
      expect(load(`portico/compat/${name}.js`)).toBe(load(short))
      const { exports } = JSON.parse(readFileSync('package.json', 'utf8'))
      expect(exports[`./compat/${name}.js`]).toEqual(exports[short.replace('portico', '.')])
    },
  )

  it('exports the class by its name and by default, and the error, to CommonJS too', () => {
    const { Identity, SDKError, default: byDefault } = createRequire(import.meta.url)('portico/compat')
    expect(byDefault).toBe(Identity)
    expect(new Identity(optionsFor(openPage()))).toBeInstanceOf(byDefault)
    expect(new SDKError('timeout')).toBeInstanceOf(Error)
  })
})

describe('its messages for readers', () => {
  it.each([
    ['getUser', { result: false }, 'not-connected', 'The user is not connected to this merchant'],
    ['getUserId', { result: true }, 'identifier-missing', 'The user is not connected to this merchant'],
    ['getUserUuid', { result: true }, 'identifier-missing', 'The user is not connected to this merchant'],
    ['getUserSDRN', { result: true }, 'identifier-missing', 'Failed to get SDRN from user session'],
    ['getExternalId', { result: true }, 'identifier-missing', 'pairId missing in user session!'],
    ['getUser', { error: { code: 401 } }, 'session-refused', 'HasSession failed'],
  ] as const)('are those of the account-sdk-browser: %s of %j', async (method, answer, reason, message) => {
    const page = openPage()
    page.answer(json(200, answer))
    const error = await rejection(new Identity(optionsFor(page))[method]('party'))
    expect(error).toMatchObject({ reason, message })
  })

  it('are so without a session call, and of the widget', async () => {
    const page = openPage()
    const identity = new Identity(optionsFor(page))
    expect(await rejection(identity.getExternalId(''))).toMatchObject({
      message: 'externalParty cannot be empty',
    })
    page.answer(json(200, {}), json(200, { identifier: 'i', display_text: 'd' }))
    const show = () => rejection(identity.showSimplifiedLoginWidget({ state: 's' }))
    expect(await show()).toMatchObject({ message: 'Missing user data' })
    page.window.document.head.append = (script) => (script as HTMLScriptElement).onerror?.('')
    expect(await show()).toMatchObject({ message: 'Error when loading simplified login widget content' })
  })

  it('sends no return address where there is none, and asks for one where a login needs it', async () => {
    const page = openPage()
    page.answer(json(200, ADA))
    const identity = new Identity({ ...optionsFor(page), redirectUri: undefined })
    await identity.hasSession()
    for (const url of [page.requests[0]?.href ?? '', identity.accountUrl()])
      expect(new URL(url).searchParams.has('redirect_uri')).toBe(false)
    expect(() => identity.loginUrl({ state: 's' })).toThrow('loginUrl(): redirectUri must be a valid url')
  })
})

describe('its types', () => {
  const FOLDER = join(import.meta.dirname, 'compat-pages')
  const PAGES = readdirSync(FOLDER)

  /** What TypeScript is told where a site moves over. The documentation says the same of an installed package. */
  const PATHS = {
    '@schibsted/account-sdk-browser': ['./dist/presets/compat/index.d.ts'],
    '@schibsted/account-sdk-browser/*': ['./dist/presets/compat/*.d.ts', './dist/presets/compat/*'],
  }

  // All in one program: a problem names its page.
  const pages = Object.fromEntries(
    PAGES.map((page) => [
      `test/packaging/compat-pages/${page.replace('.txt', '.ts')}`,
      readFileSync(join(FOLDER, page), 'utf8'),
    ]),
  )

  it('let a dozen pages of different styles compile that compile with the account-sdk-browser, in strict TypeScript', () => {
    expect(PAGES).toHaveLength(12)
    // Types as the account-sdk-browser has them: an option that may be undefined is one that is left out.
    const strict = { noImplicitOverride: true, exactOptionalPropertyTypes: false }
    expect(problems(compile([], pages, strict))).toEqual([])
    expect(problems(compile([], pages, { ...strict, paths: PATHS, baseUrl: process.cwd() }))).toEqual([])
  })

  it('are those that such a page is given', () => {
    const name = 'test/packaging/compat-pages/ours.ts'
    const text = `import { Identity } from '@schibsted/account-sdk-browser'
      export const end = (identity: Identity) => identity.dispose()`
    const paths = { paths: PATHS, baseUrl: process.cwd() }
    expect(problems(compile([], { [name]: text }))).toEqual([
      expect.stringContaining("'dispose' does not exist"),
    ])
    expect(problems(compile([], { [name]: text }, paths))).toEqual([])
  })

  it('are those that the documentation leads to', () => {
    const moving = readFileSync('docs/moving.md', 'utf8')
    for (const [name, paths] of Object.entries(PATHS)) {
      const installed = paths.map((path) => `"${path.replace('./', './node_modules/portico/')}"`)
      expect(moving).toContain(`"${name}": [${installed.join(', ')}]`)
    }
  })

  it('know what else it takes, and what there is not', () => {
    const text = `
      import Identity, { type Identity as Instance, type LoginOptions, SDKError } from 'portico/compat'
      const identity: Instance = new Identity({ clientId: 'c', sessionDomain: 'https://id.site.no' })
      identity.enableVarnishCookie(60)
      const login: LoginOptions = { state: 's' }
      identity.loginUrl('s', 'otp')
      identity.getNothing()
      export const all = [login, SDKError.is(identity)]
    `
    expect(problems(compile([], { 'test/packaging/page.ts': text }))).toEqual([
      expect.stringMatching(/page\.ts:7 Property 'getNothing' does not exist/),
    ])
  })
})
