// @vitest-environment happy-dom
import { describe, expect, it, vi } from 'vitest'
import { createIdentity } from '../../core/create-identity.ts'
import { SDKError } from '../../core/errors.ts'
import { environmentOf, PRE, PRO, PRO_DK, PRO_FI, PRO_NO } from '../../presets/environments.ts'
import { Identity } from '../../presets/identity.ts'
import { createMinimalIdentity } from '../../presets/minimal.ts'
import { ADA, ENV, optionsFor, rejection, thrown } from '../support/fixtures.ts'
import { json, openPage } from '../support/page.ts'

describe('Identity', () => {
  it('talks to PRE unless env says otherwise', () => {
    const { env: _, ...options } = optionsFor(openPage())
    const host = (env?: 'PRO_NO' | typeof ENV) =>
      new URL(new Identity({ ...options, env }).loginUrl('s')).host
    expect(host()).toBe('identity-pre.schibsted.com')
    expect(host('PRO_NO')).toBe('payment.schibsted.no')
    expect(host(ENV)).toBe('account.example')
  })

  it.each([
    ['no options at all', undefined, 'clientId'],
    [
      'an unknown environment',
      { env: 'PROD' },
      'env is a string: give PRE, PRO, PRO_NO, PRO_FI, PRO_DK, or an',
    ],
    ['the name of a built-in', { env: 'toString' }, 'env is a string'],
    ['a wrong option', { clientId: 5 }, 'clientId is a number'],
  ])('refuses %s', (_, more, message) => {
    const options = more && { ...optionsFor(openPage()), ...more }
    expect(thrown(() => new Identity(options as never))).toMatchObject({
      name: 'SDKError',
      reason: 'option-invalid',
      message: expect.stringContaining(message),
    })
  })

  it('hands each method on to the identity it composed', async () => {
    const page = openPage()
    page.answer(json(200, ADA), json(200, ADA))
    const identity = new Identity(optionsFor(page))
    const heard: string[] = []
    identity.on('login', () => heard.push('on'))
    identity.once('login', () => heard.push('once'))
    const off = () => heard.push('off')
    identity.on('login', off)
    identity.off('login', off)
    expect(await identity.hasSession()).toEqual(ADA)
    expect(await identity.isLoggedIn()).toBe(true)
    expect(await identity.isConnected()).toBe(true)
    expect(await identity.getUser()).toEqual(ADA)
    expect(await identity.getUserId()).toBe('101')
    expect(await identity.getUserUuid()).toBe('uuid-ada')
    expect(await identity.getUserSDRN()).toBe('sdrn:example:user:101')
    expect(await identity.getSpId()).toBe('sp-ada')
    expect(heard.filter((name) => name !== 'on')).toEqual(['once'])
    identity.emit('login', ADA)
    expect(heard.filter((name) => name === 'on')).toHaveLength(9)
    identity.clearCachedUserSession()
    await identity.hasSession()
    expect(page.requests).toHaveLength(2)
    expect(identity.login({ state: 's' })).toBeNull()
    identity.logout('https://www.site.example/bye')
    expect(page.navigations).toEqual([
      identity.loginUrl({ state: 's' }),
      identity.logoutUrl('https://www.site.example/bye'),
    ])
    identity.dispose()
    expect(await rejection(identity.hasSession())).toMatchObject({ reason: 'disposed' })
  })

  it('is what a page gets without naming a window', async () => {
    const fetch = vi.fn(async () => new Response(JSON.stringify(ADA)))
    vi.stubGlobal('fetch', fetch)
    const { window: _, ...options } = optionsFor(openPage())
    expect(await new Identity(options).isLoggedIn()).toBe(true)
    expect(fetch).toHaveBeenCalledOnce()
    vi.unstubAllGlobals()
  })

  it('gives SDKError to those who want to tell its errors', () => {
    expect(SDKError.is(thrown(() => new Identity({} as never)))).toBe(true)
  })
})

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

describe('the minimal identity', () => {
  it('knows who the reader is, and asks once', async () => {
    const page = openPage()
    page.answer(json(200, ADA))
    const identity = createMinimalIdentity(optionsFor(page))
    expect(await identity.isConnected()).toBe(true)
    expect(await identity.getUserId()).toBe('101')
    identity.clearCachedUserSession()
    expect('getExternalId' in identity).toBe(false)
  })
})
