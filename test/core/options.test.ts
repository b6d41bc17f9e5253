// @vitest-environment happy-dom
import { readFileSync } from 'node:fs'
import { describe, expect, it, vi } from 'vitest'
import { createIdentity } from '../../core/kernel/create-identity.ts'
import { defineEnvironment, type KernelOptions } from '../../core/options.ts'
import { login } from '../../plugins/login/login.ts'
import { fetchTransport } from '../../plugins/transport/fetch-transport.ts'
import { ENV, openKernel, optionsFor, thrown } from '../support/fixtures.ts'
import { json, openPage, openPageWith } from '../support/page.ts'
import { sdkError } from '../support/sdk-error.ts'

/** The options as plugins see them. */
const resolveOptions = (options: KernelOptions) => openKernel(options).kernel.options
const resolve = (more: object) => resolveOptions({ ...optionsFor(openPage()), ...more } as never)

describe('options', () => {
  it.each([
    ['clientId', undefined],
    ['clientId', ''],
    ['clientId', '  '],
    ['clientId', 12],
    ['sessionDomain', undefined],
    ['sessionDomain', ''],
    ['sessionDomain', 'id.site.com'],
    ['sessionDomain', 'https://id.site.com/?a=1'],
    ['sessionDomain', 'https://id.site.com/#a'],
    ['sessionDomain', 'https://*.site.com'],
    ['sessionDomain', 'https://user:pass@id.site.com'],
    ['sessionDomain', 'myapp://id'],
    ['redirectUri', '/callback'],
    ['redirectUri', 'javascript:alert(1)'],
    ['redirectUri', new URL('https://www.site.example/callback')],
    ['redirectUri', ['https://www.site.example/callback']],
    ['log', 'console'],
    ['log', console],
    ['window', {}],
    ['window', 'window'],
  ])('refuses %s = %j, and names it', (name, value) => {
    expect(thrown(() => resolve({ [name]: value }))).toMatchObject({
      name: 'SDKError',
      reason: 'option-invalid',
      message: expect.stringMatching(`^option-invalid: ${name}\\b`),
    })
  })

  it.each(['clientId', 'sessionDomain', 'redirectUri', 'log', 'window'])(
    'says what to give for a wrong %s',
    (name) => {
      const { message } = thrown(() => resolve({ [name]: { secret: 'token-1' } })) as Error
      expect(message).toMatch(/ is of type object\. Give \w+,? \w+.*\. An option of the constructor/)
    },
  )

  it.each([
    ['accountUrl', 'ftp://x.y'],
    ['accountUrl', ''],
    ['accountUrl', undefined],
    ['widgetUrl', null],
    ['widgetUrl', 'https://x.y#z'],
    ['globalSessionUrl', 'https://x.y?z'],
    ['globalSessionUrl', 'x.y'],
  ])('refuses an environment whose %s is %j, and names it', (name, value) => {
    expect(thrown(() => resolve({ env: defineEnvironment({ ...ENV, [name]: value }) }))).toMatchObject({
      reason: 'option-invalid',
      message: expect.stringMatching(`^option-invalid: ${name}\\b`),
    })
  })

  it.each(['acrValues', 'locales', 'loginOrigins'])('refuses a text in place of the list %s', (name) => {
    expect(thrown(() => resolve({ env: { ...ENV, [name]: 'one two' } }))).toMatchObject({
      reason: 'option-invalid',
      message: expect.stringMatching(`^option-invalid: ${name} .*Give a list of texts`),
    })
  })

  it('does without a redirect URI: a page that only asks who reads has nowhere to come back to', async () => {
    const page = openPageWith(json(200, { result: true, userId: 101 }))
    const { redirectUri, ...options } = optionsFor(page)
    const identity = createIdentity(options, [fetchTransport(), login()])
    expect(await identity.hasSession()).toMatchObject({ userId: 101 })
    expect(page.requests[0]?.searchParams.has('redirect_uri')).toBe(false)
    expect(thrown(() => identity.loginUrl({ state: 's' }))).toMatchObject(
      sdkError('argument-invalid', 'redirectUri'),
    )
    expect(identity.loginUrl({ state: 's', redirectUri })).toContain(encodeURIComponent(redirectUri))
  })

  it('takes an environment without a widget and a global session service', () => {
    const { name, accountUrl, sdrnNamespace } = ENV
    const options = resolve({ env: defineEnvironment({ name, accountUrl, sdrnNamespace }) })
    expect(options.widgetUrl).toBeUndefined()
    expect(options.globalSessionUrl).toBeUndefined()
  })

  it.each([
    [undefined, 'env is missing. Give an Environment object'],
    [null, 'env is null. Give an Environment object'],
    ['PRE', 'env is "PRE". Give an Environment object'],
    [7, 'env is 7. Give an Environment object'],
    [[], 'accountUrl is missing'],
  ])('refuses %j for an environment, and says what to give', (env, message) => {
    expect(thrown(() => resolve({ env }))).toMatchObject(sdkError('option-invalid', message))
  })

  it.each([undefined, null, 'client-1', []])('refuses %j as options', (options) => {
    expect(thrown(() => resolveOptions(options as never))).toMatchObject(
      sdkError('option-invalid', 'clientId'),
    )
  })

  it.each([
    'https://site.example/callback?to=%2Fa&b=c@d',
    'https://site.example/#fragment',
    'myapp://callback',
    'HTTPS://[::1]:8/x/',
  ])('takes %j as redirectUri, unchanged', (redirectUri) => {
    expect(resolve({ redirectUri }).redirectUri).toBe(redirectUri)
  })

  it('has all base URLs side by side, none ending in a slash', () => {
    const env = { ...ENV, accountUrl: 'https://account.example/base//' }
    expect(resolve({ env, sessionDomain: 'https://id.site.example/' })).toMatchObject({
      accountUrl: 'https://account.example/base',
      widgetUrl: 'https://account.example/authn',
      globalSessionUrl: 'https://global.example',
      sessionDomain: 'https://id.site.example',
      env,
    })
  })

  it('shows the value that is wrong, less what may be secret in it', () => {
    const { message } = thrown(() =>
      resolve({ sessionDomain: 'htps://user:token-1@id.site.example/?x=token-2#token-3' }),
    ) as Error
    expect(message).toContain('htps://')
    expect(message).toContain('id.site.example/')
    expect(message).not.toContain('token')
  })

  it('takes the global window by default', () => {
    const { window: _, ...options } = optionsFor(openPage())
    expect(resolveOptions(options).window).toBe(globalThis.window)
  })

  it('refuses to construct on a server, and says what to do instead, where to read of it', () => {
    const { window: _, ...options } = optionsFor(openPage())
    vi.stubGlobal('window', undefined)
    const error = thrown(() => resolveOptions(options))
    vi.unstubAllGlobals()
    expect(error).toMatchObject({
      reason: 'option-invalid',
      message: expect.stringMatching(
        /^option-invalid: window is missing, .* on a server\. Construct it in the browser\. .* docs\/ways\.md/,
      ),
    })
    expect(readFileSync('docs/ways.md', 'utf8')).toMatch(/^#+ On a server$/m)
  })

  it('keeps a copy, so that later changes of the caller change nothing', () => {
    const env = { ...ENV }
    const given = { ...optionsFor(openPage()), env }
    const resolved = resolveOptions(given)
    env.accountUrl = 'https://evil.example'
    given.redirectUri = 'https://evil.example'
    expect(resolved.accountUrl).toBe(ENV.accountUrl)
    expect(resolved.redirectUri).toBe('https://www.site.example/callback')
  })
})
