/** `Monetization` and `Payment` do what the account-sdk-browser's do: each scenario runs on both. */
import { describe, expect, it, vi } from 'vitest'
import { Monetization, Payment } from '../../../presets/compat/index.ts'
import { rejection, thrown } from '../../support/fixtures.ts'
import { onItsWay } from '../../support/on-its-way.ts'
import { json, openPage, openPageWith } from '../../support/page.ts'
import { watch } from '../../support/watch.ts'
import { differs, messageOf, OPTIONS, type Scene, same } from './both.ts'

const GRANTED = {
  entitled: true,
  allowedFeatures: ['read'],
  ttl: 60,
  userId: 101,
  uuid: 'uuid-ada',
  sig: 'signature.claims',
}
const REFUSED = { ...GRANTED, entitled: false, allowedFeatures: [] }

const monetizationOf = ({ Monetization, page }: Scene, more: object = {}) =>
  new Monetization({ ...OPTIONS, window: page.window, ...more })
const paymentOf = ({ Payment, page }: Scene, more: object = {}) =>
  new Payment({ ...OPTIONS, publisher: 'post', window: page.window, ...more })

describe('Monetization', () => {
  same(
    'says what the constructor says, and has its members',
    async (scene) => {
      const { clientId, redirectUri, env } = monetizationOf(scene)
      return [
        [clientId, redirectUri, env],
        await messageOf(() => monetizationOf(scene, { clientId: '' })),
        await messageOf(() => monetizationOf(scene, { sessionDomain: 'x' })),
        await messageOf(() => monetizationOf(scene, { env: 'XX' })),
      ]
    },
    [
      ['client-1', OPTIONS.redirectUri, 'PRO_NO'],
      'clientId parameter is required',
      'sessionDomain parameter is not a valid URL',
      "Bad URL given: 'XX'",
    ],
  )

  same(
    'takes any redirectUri, and checks it where an address needs it',
    async (scene) => {
      const monetization = monetizationOf(scene, { redirectUri: 'x' })
      scene.page.answer(json(200, { entitled: true, allowedFeatures: [], ttl: 60 }))
      const { entitled } = await monetization.hasAccess(['a'], 101)
      return [entitled, await messageOf(() => monetization.productsUrl())]
    },
    [true, 'productsUrl(): redirectUri is invalid'],
  )

  same(
    'asks once for the same products in any order, and tells of access each time',
    async (scene) => {
      const { page } = scene
      const monetization = monetizationOf(scene)
      const heard: unknown[] = []
      monetization.on('hasAccess', (event: unknown) => heard.push(event))
      page.answer(json(200, GRANTED))
      return [
        await monetization.hasAccess(['b', 'a'], 101),
        await monetization.hasAccess(['a', 'b'], 101),
        heard,
      ]
    },
    [
      GRANTED,
      GRANTED,
      [
        { ids: ['a', 'b'], data: GRANTED },
        { ids: ['a', 'b'], data: GRANTED },
      ],
    ],
  )

  same(
    'gives an answer that the page may change: what is kept stays as it is',
    async (scene) => {
      const monetization = monetizationOf(scene)
      scene.page.answer(json(200, GRANTED))
      for (const _ of ['fresh', 'kept']) {
        const answer = await monetization.hasAccess(['a'], 101)
        answer.allowedFeatures.push('of the page')
        answer.entitled = false
      }
      return monetization.hasAccess(['a'], 101)
    },
    GRANTED,
  )

  it('gives each of those who ask at the same time an answer of their own', async () => {
    const page = openPageWith(json(200, GRANTED))
    const monetization = new Monetization({ ...OPTIONS, window: page.window })
    const ask = () => monetization.hasAccess(['a'], 101)
    const [one, other] = await Promise.all([ask(), ask()])
    one.allowedFeatures.push('of the page')
    expect(other).toEqual(GRANTED)
  })

  same(
    'tells of access by the ids as the page has given them, numbers too',
    async (scene) => {
      const monetization = monetizationOf(scene)
      const heard: unknown[] = []
      monetization.on('hasAccess', ({ ids }: { ids: unknown }) => heard.push(ids))
      scene.page.answer(json(200, GRANTED), json(200, GRANTED))
      await monetization.hasAccess([10, 9], 101)
      await monetization.hasAccess(['b', 'a', 'b'], 101)
      return heard
    },
    [
      [10, 9],
      ['a', 'b', 'b'],
    ],
  )

  same(
    'takes a URL object for an address, as Payment does',
    (scene) => {
      const there = new URL('https://www.site.example/there')
      const [monetization, payment] = [monetizationOf(scene), paymentOf(scene)]
      payment.payWithPaylink({ paylink: 'p', redirectUri: there })
      return [
        monetization.productsUrl(there),
        monetization.subscriptionsUrl(there),
        payment.purchaseHistoryUrl(there),
        payment.purchasePaylinkUrl('p', there),
        payment.purchaseProductFlowUrl('p', there),
        payment.purchaseCampaignFlowUrl('c', 'p', 'v', there),
        payment.purchasePromoCodeProductFlowUrl('p', 's', there),
        ...scene.page.navigations,
      ].map((url) => new URL(url).searchParams.get('redirect_uri'))
    },
    Array(8).fill('https://www.site.example/there'),
  )

  same(
    'asks anew after what is known was dropped, by the same products in any order',
    async (scene) => {
      const monetization = monetizationOf(scene)
      scene.page.answer(json(200, GRANTED), json(200, REFUSED))
      const before = await monetization.hasAccess(['a', 'b'], 101)
      monetization.clearCachedAccessResult(['b', 'a'], 101)
      return [before, await monetization.hasAccess(['a', 'b'], 101)]
    },
    [GRANTED, null],
  )

  same(
    'keeps a refusal too, and tells nobody of it',
    async (scene) => {
      const monetization = monetizationOf(scene)
      const heard: unknown[] = []
      monetization.on('hasAccess', (event: unknown) => heard.push(event))
      scene.page.answer(json(200, REFUSED))
      return [await monetization.hasAccess(['a'], 101), await monetization.hasAccess(['a'], 101), heard]
    },
    [null, null, []],
  )

  same(
    'asks again for another user, other products, without a lifetime, and when the answer was dropped',
    async (scene) => {
      const { page } = scene
      const monetization = monetizationOf(scene)
      const ask = async (ids: string[], user: number, answer: object) => {
        page.answer(json(200, { ...answer, userId: user }))
        await monetization.hasAccess(ids, user)
      }
      await ask(['a'], 101, GRANTED)
      await ask(['b'], 101, GRANTED)
      monetization.clearCachedAccessResult(['a'], 101)
      await ask(['a'], 101, { ...GRANTED, ttl: 0 })
      await ask(['a'], 101, GRANTED)
      await ask(['a'], 202, GRANTED)
      return page.requests.length
    },
    5,
  )

  same(
    'rejects without a session domain, a user, or a list',
    async (scene) => {
      const monetization = monetizationOf(scene)
      return [
        await messageOf(() => monetizationOf(scene, { sessionDomain: undefined }).hasAccess(['a'], 101)),
        await messageOf(() => monetization.hasAccess(['a'])),
        await messageOf(() => monetization.hasAccess('a', 101)),
      ]
    },
    [
      "hasAccess can only be called if 'sessionDomain' is configured",
      "'userId' must be specified",
      "'productIds' must be an array",
    ],
  )

  same(
    'has the addresses of subscriptions and products, by what it was given and by what it was given later',
    async (scene) => {
      const [monetization, bare] = [monetizationOf(scene), monetizationOf(scene, { redirectUri: undefined })]
      const urls = [monetization.subscriptionsUrl(), monetization.productsUrl('https://www.site.example/b')]
      monetization.redirectUri = 'https://www.site.example/later'
      return [
        ...urls,
        monetization.productsUrl(),
        await messageOf(() => bare.subscriptionsUrl()),
        await messageOf(() => bare.productsUrl()),
      ]
    },
    [
      'https://payment.schibsted.no/account/subscriptions?client_id=client-1&redirect_uri=https%3A%2F%2Fwww.site.example%2Fcallback',
      'https://payment.schibsted.no/account/products?client_id=client-1&redirect_uri=https%3A%2F%2Fwww.site.example%2Fb',
      'https://payment.schibsted.no/account/products?client_id=client-1&redirect_uri=https%3A%2F%2Fwww.site.example%2Flater',
      'subscriptionsUrl(): redirectUri is invalid',
      'productsUrl(): redirectUri is invalid',
    ],
  )

  same(
    'keeps what it knows of each user, whether a number or text names them, until that user is cleared',
    async (scene) => {
      const { page } = scene
      const monetization = monetizationOf(scene)
      page.answer(json(200, GRANTED), json(200, { ...GRANTED, userId: 202 }))
      await monetization.hasAccess(['a'], 101)
      await monetization.hasAccess(['a'], 202)
      monetization.clearCachedAccessResult(['a'], 202)
      monetization.clearCachedAccessResult([], 101)
      await monetization.hasAccess(['a'], '101')
      const before = page.requests.length
      page.answer(json(200, { ...GRANTED, userId: 202 }))
      await monetization.hasAccess(['a'], 202)
      return [before, page.requests.length]
    },
    [2, 3],
  )

  same(
    'has its cache as a member, by products and user',
    async (scene) => {
      const { page } = scene
      const monetization = monetizationOf(scene)
      const { cache } = monetization
      page.answer(json(200, GRANTED), json(200, GRANTED))
      const seen: unknown[] = [cache.get('prd_a,b_101')]
      await monetization.hasAccess(['b', 'a'], 101)
      seen.push(cache.get('prd_a,b_101'))
      cache.delete('prd_a,b_101')
      await monetization.hasAccess(['b', 'a'], 101)
      cache.set('prd_a,b_101', REFUSED, 60_000)
      seen.push(await monetization.hasAccess(['b', 'a'], 101))
      cache.set('prd_none', REFUSED)
      return [...seen, cache.get('prd_none'), page.requests.length]
    },
    [null, GRANTED, null, null, 2],
  )

  same(
    'has its cache without a session domain, too',
    (scene) => {
      const monetization = monetizationOf(scene, { sessionDomain: undefined })
      monetization.clearCachedAccessResult(['a'], 101)
      return typeof monetization.cache.get
    },
    'function',
  )

  differs(
    'drops what somebody has put into its cache, unless it is an answer',
    async (scene) => {
      const monetization = monetizationOf(scene)
      monetization.cache.set('prd_a_101', 'granted', 60_000)
      scene.page.answer(json(200, GRANTED))
      const known = await monetization.hasAccess(['a'], 101)
      if (!scene.page.requests.length) await scene.page.window.fetch('https://id.site.example/rest', {})
      return known?.entitled
    },
    { before: undefined, now: true },
  )

  differs(
    'leaves the caller’s list as it is',
    async (scene) => {
      const ids = ['b', 'a']
      scene.page.answer(json(200, GRANTED))
      await monetizationOf(scene).hasAccess(ids, 101)
      return ids
    },
    { before: ['a', 'b'], now: ['b', 'a'] },
  )

  it('does not keep what was on its way when it was dropped', async () => {
    const late = onItsWay(json(200, REFUSED))
    const page = openPageWith(late.answer, json(200, GRANTED))
    const monetization = new Monetization({ ...OPTIONS, window: page.window })
    const before = monetization.hasAccess(['a'], 101)
    await late.wasAsked
    // The reader has bought it meanwhile.
    monetization.clearCachedAccessResult(['a'], 101)
    late.come()
    expect(await before).toBeNull()
    expect(await monetization.hasAccess(['a'], 101)).toMatchObject({ entitled: true })
  })

  it('asks anew once what is on its way was dropped, and leaves what else is on its way', async () => {
    const [late, other] = [onItsWay(json(200, REFUSED)), onItsWay(json(200, GRANTED))]
    const page = openPageWith(late.answer, other.answer, json(200, GRANTED))
    const monetization = new Monetization({ ...OPTIONS, window: page.window })
    const calls = [monetization.hasAccess(['a'], 101), monetization.hasAccess(['b'], 101)]
    await Promise.all([late.wasAsked, other.wasAsked])
    monetization.clearCachedAccessResult(['a'], 101)
    calls.push(monetization.hasAccess(['b'], 101))
    expect(await monetization.hasAccess(['a'], 101)).toMatchObject({ entitled: true })
    late.come()
    other.come()
    expect(await Promise.all(calls)).toEqual([null, GRANTED, GRANTED])
  })

  it('asks a service in trouble again when a page drops what is known', async () => {
    const page = openPageWith(json(503, {}), json(200, GRANTED))
    const monetization = new Monetization({ ...OPTIONS, window: page.window })
    const isSpared = { reason: 'session-unreachable', retryAt: expect.any(Number) }
    await rejection(monetization.hasAccess(['a'], 101))
    expect(await rejection(monetization.hasAccess(['a'], 101))).toMatchObject(isSpared)
    monetization.clearCachedAccessResult(['a'], 101)
    expect(await monetization.hasAccess(['a'], 101)).toMatchObject({ entitled: true })
  })

  it('keeps access for the next page view of the tab, apart for each session service and each client', async () => {
    const page = openPageWith(json(200, GRANTED), json(200, GRANTED), json(200, GRANTED))
    const { window } = page
    for (const more of [{}, {}, { sessionDomain: 'https://id.other.example' }, { clientId: 'client-2' }])
      expect(await new Monetization({ ...OPTIONS, ...more, window }).hasAccess(['a'], 101)).toMatchObject({
        entitled: true,
      })
    expect(
      page.requests.map(({ hostname, searchParams }) => [hostname, searchParams.get('client_sdrn')]),
    ).toEqual([
      ['id.site.example', expect.stringContaining('client-1')],
      ['id.other.example', expect.stringContaining('client-1')],
      ['id.site.example', expect.stringContaining('client-2')],
    ])
  })

  it('rejects without a session service for the reason of a wrong option', async () => {
    const monetization = new Monetization({ ...OPTIONS, sessionDomain: undefined, window: openPage().window })
    expect(await rejection(monetization.hasAccess(['a'], 101))).toMatchObject({ reason: 'option-invalid' })
  })

  it('is known to the page until it is disposed, without a session service, too', () => {
    const { window } = openPage()
    const monetization = new Monetization({ ...OPTIONS, sessionDomain: undefined, window })
    expect(Reflect.get(window, 'schMonetization')).toBe(monetization)
    monetization.dispose()
    expect(Reflect.get(window, 'schMonetization')).toBeUndefined()
  })

  it('sends no redirect_uri where it was given none, and takes numbers for ids', async () => {
    const page = openPageWith(json(200, GRANTED))
    await new Monetization({ ...OPTIONS, redirectUri: undefined, window: page.window }).hasAccess(
      [20, 3],
      101,
    )
    const [{ pathname, searchParams } = new URL('x:')] = page.requests
    expect([pathname, searchParams.has('redirect_uri')]).toEqual(['/hasAccess/20,3', false])
  })
})

describe('Payment', () => {
  same(
    'has the addresses',
    (scene) => {
      const payment = paymentOf(scene)
      const redeemUrl = payment.redeemUrl('voucher')
      payment.redirectUri = 'https://www.site.example/later'
      return [
        redeemUrl,
        payment.purchaseHistoryUrl(),
        payment.purchaseHistoryUrl('https://www.site.example/b'),
        payment.purchasePaylinkUrl('link'),
        payment.purchaseProductFlowUrl('product'),
        payment.purchaseCampaignFlowUrl('campaign', 'product'),
        payment.purchaseCampaignFlowUrl('campaign', 'product', 'voucher', 'https://www.site.example/b'),
        payment.purchasePromoCodeProductFlowUrl('code'),
        payment.purchasePromoCodeProductFlowUrl('code', 's'),
      ].map((url) => {
        const { origin, pathname, searchParams } = new URL(url)
        return `${origin}${pathname} ${[...searchParams]
          .map((pair) => pair.join('='))
          .sort()
          .join(' ')}`
      })
    },
    [
      'account/redeem client_id=client-1 redirect_uri=https://www.site.example/callback voucher_code=voucher',
      'account/purchasehistory client_id=client-1 redirect_uri=https://www.site.example/later',
      'account/purchasehistory client_id=client-1 redirect_uri=https://www.site.example/b',
      'authn/payment/purchase client_id=client-1 paylink=link redirect_uri=https://www.site.example/later',
      'authn/flow/checkout client_id=client-1 flow=payment product_id=product redirect_uri=https://www.site.example/later response_type=code',
      'authn/flow/checkout campaign_id=campaign client_id=client-1 flow=payment product_id=product redirect_uri=https://www.site.example/later response_type=code',
      'authn/flow/checkout campaign_id=campaign client_id=client-1 flow=payment product_id=product redirect_uri=https://www.site.example/b response_type=code voucher_code=voucher',
      'authn/payment/purchase/code client_id=client-1 code=code publisher=post redirect_uri=https://www.site.example/later',
      'authn/payment/purchase/code client_id=client-1 code=code publisher=post redirect_uri=https://www.site.example/later state=s',
    ].map((line) => `https://payment.schibsted.no/${line}`),
  )

  same(
    'says what is wrong',
    (scene) => {
      const [payment, bare] = [
        paymentOf(scene),
        paymentOf(scene, { redirectUri: undefined, publisher: undefined }),
      ]
      const calls = [
        () => paymentOf(scene, { clientId: '' }),
        () => paymentOf(scene, { env: 'XX' }),
        () => bare.purchaseHistoryUrl(),
        () => bare.redeemUrl('v'),
        () => bare.purchasePaylinkUrl('p'),
        () => bare.payWithPaylink({ paylink: 'p' }),
        () => bare.purchaseProductFlowUrl('p'),
        () => bare.purchaseCampaignFlowUrl('c', 'p'),
        () => bare.purchasePromoCodeProductFlowUrl('c'),
        () => bare.purchasePromoCodeProductFlowUrl('c', '', OPTIONS.redirectUri),
        () => payment.purchasePaylinkUrl(''),
        () => payment.purchaseProductFlowUrl(),
        () => payment.purchaseCampaignFlowUrl(),
        () => payment.purchaseCampaignFlowUrl('c'),
        () => payment.purchasePromoCodeProductFlowUrl(),
      ]
      return Promise.all(calls.map(messageOf))
    },
    [
      'clientId parameter is required',
      "Bad URL given: 'XX'",
      'purchaseHistoryUrl(): redirectUri is invalid',
      'redeemUrl(): redirectUri is invalid',
      'purchasePaylinkUrl(): redirectUri is invalid',
      'payWithPaylink(): redirectUri is invalid',
      'purchaseProductUrl(): redirectUri is invalid',
      'purchaseCampaignFlowUrl(): redirectUri is invalid',
      'purchasePromoCodeProductFlowUrl(): redirectUri is invalid',
      'purchasePromoCodeProductFlowUrl(): publisher is required in the constructor',
      'purchasePaylinkUrl(): paylinkId is required',
      'purchaseProductFlowUrl(): productId is required',
      'purchaseCampaignFlowUrl(): campaignId is required',
      'purchaseCampaignFlowUrl(): productId is required',
      'purchasePromoCodeProductFlowUrl(): code is required',
    ],
  )

  same(
    'goes to a paylink, in a popup where wanted, and closes the one before',
    (scene) => {
      const { page } = scene
      const payment = paymentOf(scene)
      const closed: string[] = []
      page.window.open = () => ({ closed: false, close: () => closed.push('first') }) as never
      const popup = payment.payWithPaylink({ paylink: 'link', preferPopup: true })
      const isPopup = popup === payment.popup
      page.window.open = () => null
      const blocked = payment.payWithPaylink({ paylink: 'link', preferPopup: true })
      return [isPopup, closed, blocked, payment.popup, payment.payWithPaylink({ paylink: 'link' })]
    },
    [true, ['first'], null, null, null],
  )

  differs(
    'leads back from a voucher to where it was told',
    (scene) =>
      new URL(paymentOf(scene).redeemUrl('v', 'https://www.site.example/b')).searchParams.get('redirect_uri'),
    { before: OPTIONS.redirectUri, now: 'https://www.site.example/b' },
  )

  it('says what an environment lacks that has no pages for payment', () => {
    const env = { name: 'SITE', accountUrl: 'https://account.example', sdrnNamespace: 'example' }
    const payment = new Payment({ ...OPTIONS, env, window: openPage().window })
    expect(() => payment.purchasePaylinkUrl('p')).toThrow('widgetUrl. The environment has none')
  })

  it('is for PRE without an environment', () => {
    const payment = new Payment({ ...OPTIONS, env: undefined, window: openPage().window })
    expect(new URL(payment.purchaseHistoryUrl()).origin).toBe('https://identity-pre.schibsted.com')
  })

  it('has no popup where none was wanted', () => {
    const payment = new Payment({ ...OPTIONS, window: openPage().window })
    payment.payWithPaylink({ paylink: 'link' })
    expect('popup' in payment).toBe(false)
  })

  it('takes no number for the id of a product', () => {
    const payment = new Payment({ ...OPTIONS, window: openPage().window })
    expect(thrown(() => payment.purchaseProductFlowUrl(7 as never))).toMatchObject({
      reason: 'argument-invalid',
    })
  })

  it('gives an address without a state on a page that has no console, too', () => {
    const { window } = openPage()
    Object.defineProperty(window, 'console', { value: undefined })
    const payment = new Payment({ ...OPTIONS, window })
    expect(payment.purchaseProductFlowUrl('p')).toContain('product_id=p')
  })

  it('takes a state where a code comes back, and asks for one in the console', () => {
    const page = openPage()
    const warn = vi.spyOn(page.window.console, 'warn').mockReturnValue()
    const payment = new Payment({ ...OPTIONS, publisher: 'post', window: page.window })
    const stateOf = (url: string) => new URL(url).searchParams.get('state')
    expect(stateOf(payment.purchaseProductFlowUrl('p', undefined, 's'))).toBe('s')
    expect(stateOf(payment.purchaseCampaignFlowUrl('c', 'p', undefined, undefined, 's'))).toBe('s')
    expect(stateOf(payment.purchasePromoCodeProductFlowUrl('c', 's'))).toBe('s')
    expect(warn).not.toHaveBeenCalled()
    payment.purchaseProductFlowUrl('p')
    payment.purchaseCampaignFlowUrl('c', 'p')
    payment.purchasePromoCodeProductFlowUrl('c')
    expect(warn.mock.calls.map(([line]) => /(purchase\w+)\(\) without a state/.exec(line)?.[1])).toEqual([
      'purchaseProductFlowUrl',
      'purchaseCampaignFlowUrl',
      'purchasePromoCodeProductFlowUrl',
    ])
  })
})

describe('both', () => {
  it.each(['Monetization', 'Payment'] as const)(
    'are known to the page, until they are disposed: %s',
    (name) => {
      const page = openPage()
      const watched = watch(page.window)
      const heard: unknown[] = []
      page.window.addEventListener(`sch${name}:ready`, (event) =>
        heard.push((event as CustomEvent).detail.instance),
      )
      const Class: new (options: object) => Monetization | Payment = { Monetization, Payment }[name] as never
      const instance = new Class({ ...OPTIONS, window: page.window })
      expect(heard).toEqual([instance])
      expect(Reflect.get(page.window, `sch${name}`)).toBe(instance)
      instance.dispose()
      expect(watched.leftovers().filter((line) => !line.includes(`sch${name}:ready`))).toEqual([])
    },
  )

  it('can be used by whoever hears that they are there', async () => {
    const page = openPageWith(json(200, GRANTED))
    const heard: Promise<unknown>[] = []
    const listen = (name: string, use: (instance: Monetization & Payment) => unknown) =>
      page.window.addEventListener(`${name}:ready`, async (event) =>
        heard.push(Promise.resolve(use((event as CustomEvent).detail))),
      )
    listen('schMonetization', (monetization) => monetization.hasAccess(['a'], 101))
    listen('schMonetization', (monetization) => monetization.productsUrl())
    listen('schPayment', (payment) => payment.purchaseHistoryUrl())
    new Monetization({ ...OPTIONS, window: page.window })
    new Payment({ ...OPTIONS, window: page.window })
    expect(await Promise.all(heard)).toEqual([
      GRANTED,
      expect.stringContaining('account/products'),
      expect.stringContaining('account/purchasehistory'),
    ])
  })

  it('may be disposed by whoever hears that they are there', async () => {
    const page = openPage()
    const disposed: unknown[] = []
    for (const name of ['schMonetization', 'schPayment'])
      page.window.addEventListener(`${name}:ready`, (event) => {
        ;(event as CustomEvent).detail.dispose()
        disposed.push(name)
      })
    const monetization = new Monetization({ ...OPTIONS, window: page.window })
    new Payment({ ...OPTIONS, window: page.window })
    expect(disposed).toEqual(['schMonetization', 'schPayment'])
    expect(await rejection(monetization.hasAccess(['a'], 101))).toMatchObject({ reason: 'disposed' })
  })

  it('are told what they were given', () => {
    for (const construct of [
      () => new Monetization(undefined as never),
      () => new Payment(undefined as never),
    ])
      expect(thrown(construct)).toMatchObject({
        reason: 'option-invalid',
        message: 'clientId parameter is required',
      })
  })
})
