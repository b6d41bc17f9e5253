/**
 * Addresses of the pages on which readers pay, and the way to one of them.
 * Hooks, storage: none; the session is cleared when the page is left for a paylink. Methods: payWithPaylink, purchaseHistoryUrl,
 * redeemUrl, purchasePaylinkUrl, purchaseProductFlowUrl, purchaseCampaignFlowUrl, purchasePromoCodeProductFlowUrl.
 */
import { checkArgument, checkOption, expected } from '../../core/errors.ts'
import { ownMembers } from '../../core/json.ts'
import type { Plugin } from '../../core/kernel/plugin.ts'
import { type QueryParameters, returnUri } from '../../core/urls.ts'
import { leaveFor } from '../shared/leaving.ts'
import { openPopup } from '../shared/popup.ts'
import { STATE_MISSING } from '../shared/state-missing.ts'

/** Options of {@link payment}. */
export interface PaymentOptions {
  /** Name of the publisher, for `purchasePromoCodeProductFlowUrl` alone. */
  publisher?: string | undefined
}

/** What every address takes. */
interface Returning {
  /** Where the page leads back to. @default the instance's `redirectUri` */
  redirectUri?: string | undefined
}

/** What an address takes that leads back with a code. */
interface ReturningWithCode extends Returning {
  /**
   * Opaque value that comes back with the code. It keeps the code of somebody else out when nobody can guess it: `beginLogin` of
   * `portico/server` makes one. The development build throws without it. A secret.
   */
  state?: string | undefined
}

/** What {@link PaymentApi.payWithPaylink} takes. */
export interface PaylinkOptions extends Returning {
  /** Identifier of the paylink. */
  paylink: string
  /** Try to open a popup; goes there by redirect when it is blocked. @default false */
  preferPopup?: boolean | undefined
}

/** What {@link PaymentApi.purchaseProductFlowUrl} takes. */
export interface ProductFlowOptions extends ReturningWithCode {
  productId: string
}

/** What {@link PaymentApi.purchaseCampaignFlowUrl} takes. */
export interface CampaignFlowOptions extends ProductFlowOptions {
  campaignId: string
  voucherCode?: string | undefined
}

/** What {@link PaymentApi.purchasePromoCodeProductFlowUrl} takes. */
export interface PromoCodeFlowOptions extends ReturningWithCode {
  /** The promo code. */
  code: string
}

/**
 * What the plugin contributes.
 *
 * Each method throws an SDKError `argument-invalid` when what it cannot do without is missing, or when `redirectUri` is no absolute URL,
 * or of a scheme that runs code.
 */
export interface PaymentApi {
  /**
   * Sends the browser to the page where the reader pays for a paylink, which is a purchase that your server has prepared at the account
   * service; with `preferPopup`, in a popup. Where the page itself goes there, the tab forgets what it has kept of the reader.
   *
   * @returns the popup, or null
   */
  payWithPaylink(options: PaylinkOptions): Window | null
  /** URL of the page with what the user has bought. */
  purchaseHistoryUrl(redirectUri?: string): string
  /** URL of the page on which a voucher is redeemed. */
  redeemUrl(voucherCode: string, redirectUri?: string): string
  /** URL of a paylink. @deprecated by the account service */
  purchasePaylinkUrl(paylinkId: string, redirectUri?: string): string
  /** URL at which a product is bought. It comes back with a code. */
  purchaseProductFlowUrl(options: ProductFlowOptions): string
  /** URL at which a product of a campaign is bought. It comes back with a code. */
  purchaseCampaignFlowUrl(options: CampaignFlowOptions): string
  /**
   * URL at which a product is bought by a promo code. It comes back with a code. Needs the option `publisher`.
   *
   * @throws {SDKError} also `option-invalid` without `publisher`
   * @deprecated by the account service
   */
  purchasePromoCodeProductFlowUrl(options: PromoCodeFlowOptions): string
}

/** The text of an argument that an address cannot do without. */
function needed(name: string, value: string): string {
  checkArgument(
    typeof value === 'string' && value.trim(),
    __DEV__ ? expected(name, value, 'text that is not empty') : name,
  )
  return value
}

/** What was given, without what others have added to all objects. Nothing at all counts as no member. */
const ownOf = <Options extends object>(options: Options) => ownMembers(options) as unknown as Options

/** A state, which is fixed when a page is written: so it is asked for in development alone. */
function askedFor(state: string | undefined): string | undefined {
  if (__DEV__) checkArgument(typeof state === 'string' && state, STATE_MISSING)
  return state
}

/**
 * Contributes the addresses of payment.
 *
 * @example
 * const identity = createIdentity(options, [payment()])
 * link.href = identity.purchaseProductFlowUrl({ productId: 'harbour-post-digital', state })
 */
export function payment({ publisher }: PaymentOptions = {}): Plugin<PaymentApi> {
  return {
    name: 'payment',
    setup(kernel) {
      const { options, window } = kernel
      let popup: Window | null = null

      const urlAt =
        (base: string) =>
        (kind: string, path: string, redirectUri?: string, parameters: QueryParameters = {}) =>
          kernel.buildUrl(kind, base, `${path}?`, {
            client_id: options.clientId,
            redirect_uri: returnUri(options, redirectUri),
            ...parameters,
          })
      const accountUrl = urlAt(options.accountUrl)
      const flowUrl: typeof accountUrl = (...given) => {
        const { widgetUrl } = options
        checkOption(
          widgetUrl,
          __DEV__ ? 'widgetUrl. The environment has none, and so no pages for payment' : 'widgetUrl',
        )
        return urlAt(widgetUrl)(...given)
      }
      const paylinkUrl = (paylink: string, redirectUri?: string) =>
        flowUrl('paylink', 'payment/purchase', redirectUri, { paylink: needed('paylink', paylink) })
      const checkoutUrl = (flow: ProductFlowOptions, more: QueryParameters = {}) => {
        const { productId, state, redirectUri } = ownOf(flow)
        return flowUrl('checkout', 'flow/checkout', redirectUri, {
          response_type: 'code',
          flow: 'payment',
          ...more,
          product_id: needed('productId', productId),
          state: askedFor(state),
        })
      }

      return {
        payWithPaylink(purchase) {
          const { paylink, preferPopup, redirectUri } = ownOf(purchase)
          const to = paylinkUrl(paylink, redirectUri)
          // An older popup would stay open behind the page.
          popup?.close()
          popup = preferPopup ? openPopup(window, to) : null
          // What is kept is about a reader who has not paid, and may not be logged in.
          if (!popup) leaveFor(kernel, to)
          return popup
        },
        purchaseHistoryUrl: (redirectUri) => accountUrl('purchase-history', 'account/purchasehistory', redirectUri),
        redeemUrl: (voucherCode, redirectUri) =>
          accountUrl('redeem', 'account/redeem', redirectUri, { voucher_code: needed('voucherCode', voucherCode) }),
        purchasePaylinkUrl: paylinkUrl,
        purchaseProductFlowUrl: (flow) => checkoutUrl(flow),
        purchaseCampaignFlowUrl(flow) {
          const { campaignId, voucherCode } = ownOf(flow)
          return checkoutUrl(flow, { campaign_id: needed('campaignId', campaignId), voucher_code: voucherCode })
        },
        purchasePromoCodeProductFlowUrl(flow) {
          const { code, state, redirectUri } = ownOf(flow)
          checkOption(publisher, __DEV__ ? expected('publisher', publisher, 'the name of the publisher') : 'publisher')
          return flowUrl('promo-code', 'payment/purchase/code', redirectUri, {
            code: needed('code', code),
            publisher,
            state: askedFor(state),
          })
        },
      }
    },
  }
}
