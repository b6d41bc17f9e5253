/** `portico/compat` as it is shipped: its size, its types, its messages for readers. */
import { createRequire } from 'node:module'
import { brotliCompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { compile, problems } from '../docs/typescript.ts'
import { ADA, optionsFor, rejection } from '../support/fixtures.ts'
import { json, openPage } from '../support/page.ts'
import { bundle } from './bundle.ts'

type Compat = typeof import('../../presets/compat.ts')

// Relative, since the package's own name leads to the development build in some tools.
const BUILT = '../../dist/presets/compat.js'
const { Identity } = (await import(BUILT)) as Compat

const bytesOf = async (entry: string) =>
  brotliCompressSync(await bundle(`export { Identity } from '${entry}'`)).length

describe('portico/compat', () => {
  it('costs at most 700 bytes more than an environment preset', async () => {
    const more = (await bytesOf('portico/compat')) - (await bytesOf('portico/presets/pro'))
    expect(more).toBeLessThanOrEqual(700)
    expect(more).toBeGreaterThan(600)
  })

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
  ] as const)('are those of the existing client: %s of %j', async (method, answer, reason, message) => {
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

  it('lets a login without any return address go to the service, which knows whether it needs one', async () => {
    const page = openPage()
    page.answer(json(200, ADA))
    const identity = new Identity({ ...optionsFor(page), redirectUri: undefined })
    await identity.hasSession()
    const urls = [page.requests[0]?.href ?? '', identity.logoutUrl(), identity.loginUrl({ state: 's' })]
    for (const url of urls) expect(new URL(url).searchParams.has('redirect_uri')).toBe(false)
  })
})

describe('its types', () => {
  /** A page that compiles with the existing client's types. */
  const page = (from: string) => `
    import { Identity } from '${from}'
    const env: string = 'PRO_NO'
    const options = { clientId: 'c', sessionDomain: 'https://id.site.no', redirectUri: 'https://site.no', env }
    const identity = new Identity({ ...options, log: console.log, window: {}, callbackBeforeRedirect: () => {} })
    identity
      .on('login', function (this: { n: number }, a: string, b: number) { a.at(this.n + b) }, { n: 1 })
      .once('anything', () => true, identity)
      .off('login')
      .emit('anything', 1, 'two')
    const id: string = await identity.getUserId()
    const { givenName, userId } = await identity.getUser()
    const name: string = givenName.trim() + userId.toFixed() + id
    const prompt: string = name
    const popup: Window | null = identity.login({ state: 's', prompt, locale: prompt, acrValues: prompt })
    popup?.focus()
    identity.loginUrl({ state: 's', maxAge: '60' }, 'otp', '', 7)
    identity.enableVarnishCookie({ domain: 'site.no' })
    const shown: unknown = await identity.showSimplifiedLoginWidget({ state: async () => 's' }, { encoding: prompt })
    const member: string = identity.clientId + identity.redirectUri + identity.env + identity.window.name + shown
    identity.log(member, 1)
    class Own extends Identity {}
    export const own: Identity = new Own(options)
  `

  it.each(['@schibsted/account-sdk-browser', 'portico/compat'])('let the same page compile: %s', (from) => {
    expect(problems(compile([], { 'test/packaging/page.ts': page(from) }))).toEqual([])
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
