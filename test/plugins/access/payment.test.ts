import { describe, expect, it, vi } from 'vitest'
import { createIdentity } from '../../../core/index.ts'
import { type PaymentOptions, payment } from '../../../plugins/access/payment.ts'
import { consents } from '../../../plugins/consents/consents.ts'
import { ADA, ENV, optionsFor, thrown } from '../../support/fixtures.ts'
import { json, leave, openPage, type Page } from '../../support/page.ts'
import { sdkError } from '../../support/sdk-error.ts'
import { granted, openWith, refused, viewOn } from './access-page.ts'

const compose = (page: Page = openPage(), options?: PaymentOptions) =>
  createIdentity(optionsFor(page), [
    payment(options),
    consents({ getConsents: () => new URLSearchParams('gdpr=1') }),
  ])

type Identity = ReturnType<typeof compose>

const BACK = 'redirect_uri=https%3A%2F%2Fwww.site.example%2Fcallback'
const SHOP = 'https://www.site.example/shop'

/** Each address: how it is made, with or without a way back, and what it is. No consents are in it: they are for logins. */
const ADDRESSES: [
  name: string,
  make: (identity: Identity, redirectUri?: string) => string,
  address: string,
][] = [
  [
    'purchaseHistoryUrl',
    (identity, back) => identity.purchaseHistoryUrl(back),
    `account/purchasehistory?client_id=client-1&${BACK}`,
  ],
  [
    'redeemUrl',
    (identity, back) => identity.redeemUrl('SPRING', back),
    `account/redeem?client_id=client-1&${BACK}&voucher_code=SPRING`,
  ],
  [
    'purchasePaylinkUrl',
    (identity, back) => identity.purchasePaylinkUrl('p&1', back),
    `authn/payment/purchase?client_id=client-1&${BACK}&paylink=p%261`,
  ],
  [
    'purchaseProductFlowUrl',
    (identity, redirectUri) =>
      identity.purchaseProductFlowUrl({ productId: 'plus', state: 's t', redirectUri }),
    `authn/flow/checkout?client_id=client-1&${BACK}&response_type=code&flow=payment&product_id=plus&state=s+t`,
  ],
  [
    'purchaseCampaignFlowUrl',
    (identity, redirectUri) =>
      identity.purchaseCampaignFlowUrl({
        campaignId: 'c',
        productId: 'plus',
        voucherCode: 'v',
        state: 's',
        redirectUri,
      }),
    `authn/flow/checkout?client_id=client-1&${BACK}&response_type=code&flow=payment&campaign_id=c&voucher_code=v&product_id=plus&state=s`,
  ],
  [
    'purchasePromoCodeProductFlowUrl',
    (identity, redirectUri) =>
      identity.purchasePromoCodeProductFlowUrl({ code: 'half', state: 's', redirectUri }),
    `authn/payment/purchase/code?client_id=client-1&${BACK}&code=half&publisher=the-post&state=s`,
  ],
]

describe.each(ADDRESSES)('%s', (_, make, address) => {
  const identity = () => compose(openPage(), { publisher: 'the-post' })

  it('is the page of the account service, with the way back of the instance, and without consents', () => {
    expect(make(identity())).toBe(`https://account.example/${address}`)
  })

  it('leads back to where a call says', () => {
    expect(new URL(make(identity(), SHOP)).searchParams.get('redirect_uri')).toBe(SHOP)
  })

  it('refuses a way back that runs code, by its name', () => {
    expect(thrown(() => make(identity(), 'javascript:alert(1)'))).toMatchObject(
      sdkError('argument-invalid', 'redirectUri'),
    )
  })
})

describe('what an address cannot do without', () => {
  it.each([
    ['productId', (identity: Identity) => identity.purchaseProductFlowUrl({ productId: '', state: 's' })],
    [
      'campaignId',
      (identity: Identity) => identity.purchaseCampaignFlowUrl({ productId: 'p', state: 's' } as never),
    ],
    ['voucherCode', (identity: Identity) => identity.redeemUrl(' ')],
    ['paylink', (identity: Identity) => identity.purchasePaylinkUrl(undefined as never)],
    ['code', (identity: Identity) => identity.purchasePromoCodeProductFlowUrl({ code: '', state: 's' })],
  ])('is missed by its name: %s', (name, make) => {
    expect(thrown(() => make(compose(openPage(), { publisher: 'the-post' })))).toMatchObject({
      reason: 'argument-invalid',
      message: expect.stringMatching(new RegExp(`: ${name} is .*\\. Give text that is not empty\\.`)),
    })
  })

  it.each([
    ['payWithPaylink', 'paylink'],
    ['purchaseProductFlowUrl', 'productId'],
    ['purchaseCampaignFlowUrl', 'campaignId'],
    ['purchasePromoCodeProductFlowUrl', 'code'],
  ] as const)('is missed by its name where %s is given nothing at all', (method, name) => {
    const identity = compose(openPage(), { publisher: 'the-post' })
    expect(thrown(() => identity[method](undefined as never))).toMatchObject(
      sdkError('argument-invalid', `: ${name} is missing.`),
    )
  })

  it('is the publisher, for a promo code alone', () => {
    expect(
      thrown(() => compose().purchasePromoCodeProductFlowUrl({ code: 'half', state: 's' })),
    ).toMatchObject(sdkError('option-invalid', ': publisher is missing. Give the name of the publisher.'))
  })

  it.each([
    ['product', (identity: Identity) => identity.purchaseProductFlowUrl({ productId: 'p' })],
    [
      'campaign',
      (identity: Identity) => identity.purchaseCampaignFlowUrl({ productId: 'p', campaignId: 'c' }),
    ],
    ['promo code', (identity: Identity) => identity.purchasePromoCodeProductFlowUrl({ code: 'half' })],
    [
      'product, where it is a number',
      (identity: Identity) => identity.purchaseProductFlowUrl({ productId: 'p', state: 7 as never }),
    ],
    [
      'product, where it is empty',
      (identity: Identity) => identity.purchaseProductFlowUrl({ productId: 'p', state: '' }),
    ],
  ])('is a state, in development, where a code comes back: of a %s', (_, make) => {
    expect(thrown(() => make(compose(openPage(), { publisher: 'the-post' })))).toMatchObject(
      sdkError('argument-invalid', 'state is missing'),
    )
  })

  it('is no voucher: a campaign may do without', () => {
    const url = compose().purchaseCampaignFlowUrl({ productId: 'p', campaignId: 'c', state: 's' })
    expect(new URL(url).searchParams.has('voucher_code')).toBe(false)
  })
})

describe('payWithPaylink', () => {
  const url = `https://account.example/authn/payment/purchase?client_id=client-1&${BACK}&paylink=p1`
  const windowOf = (opened: unknown) => ({ open: vi.fn(() => opened), page: openPage() })

  it('goes to the paylink', () => {
    const page = openPage()
    expect(compose(page).payWithPaylink({ paylink: 'p1' })).toBeNull()
    expect(page.navigations).toEqual([url])
  })

  it('opens a popup of 360 by 570 where wanted, and stays', () => {
    const popup = { close: vi.fn() }
    const { open, page } = windowOf(popup)
    Object.assign(page.window, { open })
    const identity = compose(page)
    expect(identity.payWithPaylink({ paylink: 'p1', preferPopup: true })).toBe(popup)
    expect(open).toHaveBeenCalledWith(url, '', expect.stringContaining('width=360,height=570'))
    expect(page.navigations).toEqual([])
    identity.payWithPaylink({ paylink: 'p1', redirectUri: SHOP })
    expect(popup.close, 'an older popup').toHaveBeenCalledOnce()
    expect(page.navigations).toHaveLength(1)
  })

  it('goes there by redirect when the popup is blocked', () => {
    const { open, page } = windowOf(null)
    Object.assign(page.window, { open })
    expect(compose(page).payWithPaylink({ paylink: 'p1', preferPopup: true })).toBeNull()
    expect(page.navigations).toEqual([url])
  })

  it('lets the next page ask anew: the tab has kept that a reader was refused who has paid since', async () => {
    const session = json(200, ADA)
    const page = openWith([session, session], [refused, granted])
    const identity = viewOn(page, payment())
    expect(await identity.hasAccess(['plus'])).toMatchObject({ outcome: 'refused' })
    identity.payWithPaylink({ paylink: 'p1' })
    leave(page)
    expect(await viewOn(page).hasAccess(['plus'])).toMatchObject({ outcome: 'granted' })
  })

  it('goes nowhere without a paylink', () => {
    const page = openPage()
    expect(thrown(() => compose(page).payWithPaylink({ paylink: '' }))).toMatchObject({
      reason: 'argument-invalid',
    })
    expect(page.navigations).toEqual([])
  })
})

it('goes to the widget’s base of the environment for what is paid there, wherever the account service is', () => {
  const env = { ...ENV, widgetUrl: 'https://shop.example/authn/' }
  const identity = createIdentity(optionsFor(openPage(), { env }), [payment()])
  expect(identity.purchaseProductFlowUrl({ productId: 'plus', state: 's' })).toMatch(
    /^https:\/\/shop\.example\/authn\/flow\/checkout\?/,
  )
  expect(identity.purchasePaylinkUrl('p')).toMatch(/^https:\/\/shop\.example\/authn\/payment\/purchase\?/)
  expect(identity.redeemUrl('SPRING')).toMatch(/^https:\/\/account\.example\/account\/redeem\?/)
})

it('says that an environment without such a base has no pages for it', () => {
  const identity = createIdentity(optionsFor(openPage(), { env: { ...ENV, widgetUrl: undefined } }), [
    payment(),
  ])
  expect(thrown(() => identity.purchasePaylinkUrl('p'))).toMatchObject(
    sdkError('option-invalid', 'widgetUrl'),
  )
  expect(identity.redeemUrl('SPRING')).toMatch(/^https:\/\/account\.example\/account\/redeem\?/)
})
