import { describe, expect, it, vi } from 'vitest'
import { createIdentity } from '../../core/index.ts'
import { environmentOf, PRE, PRO, PRO_DK, PRO_FI, PRO_NO } from '../../presets/environments.ts'
import { Identity as Pre } from '../../presets/pre.ts'
import { Identity as Pro } from '../../presets/pro.ts'
import { Identity as ProDk } from '../../presets/pro-dk.ts'
import { Identity as ProFi } from '../../presets/pro-fi.ts'
import { Identity as ProNo } from '../../presets/pro-no.ts'
import { ADA, optionsFor, rejection, thrown } from '../support/fixtures.ts'
import { openPage } from '../support/page.ts'
import { sdkError } from '../support/sdk-error.ts'
import { watch } from '../support/watch.ts'

describe('environments', () => {
  it.each([
    [PRE, 'https://identity-pre.schibsted.com', 'schibsted.com'],
    [PRO, 'https://login.schibsted.com', 'schibsted.com'],
    [PRO_NO, 'https://payment.schibsted.no', 'spid.no'],
    [PRO_FI, 'https://login.schibsted.fi', 'schibsted.fi'],
    [PRO_DK, 'https://login.schibsted.dk', 'schibsted.dk'],
  ])('stand as the contract has them: $name', (env, accountUrl, sdrnNamespace) => {
    expect(env).toEqual({
      name: env.name,
      accountUrl,
      widgetUrl: `${accountUrl}/authn/`,
      globalSessionUrl: accountUrl.replace('://', '://session-service.'),
      sdrnNamespace,
    })
    expect(environmentOf(env.name as 'PRE')).toBe(env)
    expect(() => createIdentity({ ...optionsFor(openPage()), env }, [])).not.toThrow()
  })
})

describe.each([
  ['pre', Pre, 'identity-pre.schibsted.com'],
  ['pro', Pro, 'login.schibsted.com'],
  ['pro-no', ProNo, 'payment.schibsted.no'],
  ['pro-fi', ProFi, 'login.schibsted.fi'],
  ['pro-dk', ProDk, 'login.schibsted.dk'],
])('the preset %s', (_, Bound, host) => {
  const options = () => {
    const { env, ...rest } = optionsFor(openPage())
    return rest
  }

  it('talks to its environment, whatever env it is given', () => {
    const { env, ...rest } = optionsFor(openPage())
    expect(new URL(new Bound(rest).loginUrl({ state: 's' })).host).toBe(host)
    expect(new URL(new Bound({ ...rest, env } as never).loginUrl({ state: 's' })).host).toBe(host)
  })

  it('asks by native fetch, and is the full identity', async () => {
    const rest = options()
    const fetch = vi.fn(async (_url: string, _init: RequestInit) => new Response(JSON.stringify(ADA)))
    Object.defineProperty(rest.window, 'fetch', { value: fetch })
    const identity = new Bound(rest)
    expect(await identity.getUserId()).toBe('101')
    const [, init] = fetch.mock.calls[0] as [string, RequestInit]
    expect(Object.keys(init).sort()).toEqual(['cache', 'credentials', 'signal'])
    expect(identity.phonesUrl()).toContain(host)
  })

  it('has methods that may be taken off it, and is the global instance until it is disposed', async () => {
    const page = openPage()
    const { env: _, ...rest } = optionsFor(page)
    const watched = watch(page.window)
    const identity = new Bound({ ...rest, globalPrefix: 'my' })
    expect((page.window as unknown as { myIdentity: unknown }).myIdentity).toBe(identity)
    const { loginUrl, isLoggedIn, dispose } = identity
    expect(loginUrl({ state: 's' })).toContain(host)
    dispose()
    expect(await rejection(isLoggedIn())).toMatchObject({ reason: 'disposed' })
    expect(watched.leftovers()).toEqual([])
  })

  it.each([
    // Not in a browser: that is what is missing first.
    [undefined, 'window'],
    [{}, 'clientId'],
    [{ clientId: 'c', redirectUri: 'https://a.b/', sessionDomain: 'id.site.example' }, 'sessionDomain'],
    [{ globalPrefix: 'a b' }, 'globalPrefix'],
  ])('refuses %j, by the name of the option', (given, name) => {
    const wrong = given && { window: openPage().window, ...given }
    expect(thrown(() => new Bound(wrong as never))).toMatchObject(sdkError('option-invalid', name))
  })
})
