/**
 * `Payment` of the account-sdk-browser: addresses of the pages on which readers pay, and the way to one of them.
 */
import type { Environment } from '../../core/options.ts'
import type { QueryParameters } from '../../core/urls.ts'
import { openPopup } from '../../plugins/shared/popup.ts'
import { registerGlobal } from '../register-global.ts'
import { type Hidden, hidden } from './emitter.ts'
import { checkArgument, checkOption, pointing } from './errors.ts'
import { asText, checkClientId, environmentFor, isUrl, windowFor } from './options.ts'
import { addressAt, closePopup } from './pages.ts'
import type { Any, PaylinkOptions, PaymentOptions } from './types.ts'

export { SDKError } from './errors.ts'
export type * from './types.ts'

interface Internals {
  readonly env: Environment
  dispose(): void
}

const internals: Hidden<Internals> = /* @__PURE__ */ hidden()

/** Checks where a page leads back to, and names the method that was called. */
function checkReturn(method: string, redirectUri: unknown): void {
  checkArgument(isUrl(asText(redirectUri)), `${method}(): redirectUri is invalid`)
}

/** Checks what an address cannot do without. */
function checkGiven(method: string, name: string, value: unknown, where: string = ''): void {
  checkArgument(typeof value === 'string' && value, `${method}(): ${name} is required${where}`)
}

/** Addresses of payment, with the legacy behaviour of `@schibsted/account-sdk-browser`. */
export class Payment {
  declare clientId: string
  declare redirectUri: string
  declare window: Any
  declare publisher: string
  /** The window of the latest paylink by popup. */
  declare popup: Window

  /**
   * @throws {SDKError} `option-invalid`
   * @example const payment = new Payment({ clientId, redirectUri, env: 'PRO' })
   */
  constructor(given: PaymentOptions)
  // As in identity.ts.
  constructor(given: PaymentOptions & { env?: string })
  constructor(given: PaymentOptions) {
    const options: PaymentOptions = Object(given)
    const { clientId, redirectUri, publisher, env = 'PRE' } = options
    pointing(new.target, () => {
      checkClientId(clientId)
      const window = windowFor(options)
      Object.assign(this, { clientId, redirectUri, window, publisher })
      let unregister: (() => void) | undefined
      internals.put(this, { env: environmentFor(env), dispose: () => unregister?.() })
      // Last, since whoever hears that it is there may use it.
      unregister = registerGlobal(window, 'Payment', this)
    })
  }

  /** Sends the browser to a paylink. @returns the popup, where one has opened @throws {SDKError} `argument-invalid` */
  payWithPaylink({ paylink, preferPopup, redirectUri = this.redirectUri }: PaylinkOptions): Any {
    checkReturn('payWithPaylink', redirectUri)
    closePopup(this)
    const url = this.purchasePaylinkUrl(paylink, redirectUri)
    const popup = preferPopup ? openPopup(this.window, url) : null
    if (preferPopup) Object.assign(this, { popup })
    if (!popup) this.window.location.assign(url)
    return popup ?? null
  }

  /** URL of the page with what the user has bought. @throws {SDKError} `argument-invalid` */
  purchaseHistoryUrl(redirectUri: string = this.redirectUri): string {
    checkReturn('purchaseHistoryUrl', redirectUri)
    return accountPage(this, 'purchasehistory', redirectUri)
  }

  /** URL of the page on which a voucher is redeemed. @throws {SDKError} `argument-invalid` */
  redeemUrl(voucherCode: string, redirectUri: string = this.redirectUri): string {
    checkReturn('redeemUrl', redirectUri)
    return accountPage(this, 'redeem', redirectUri, { voucher_code: voucherCode })
  }

  /** URL of a paylink. @throws {SDKError} `argument-invalid` @deprecated by the account service */
  purchasePaylinkUrl(paylinkId: string, redirectUri: string = this.redirectUri): string {
    checkReturn('purchasePaylinkUrl', redirectUri)
    checkGiven('purchasePaylinkUrl', 'paylinkId', paylinkId)
    return paymentPage(this, 'payment/purchase', redirectUri, { paylink: paylinkId })
  }

  /**
   * URL at which a product is bought. It comes back with a code.
   *
   * @param state comes back with the code, and keeps the code of somebody else out when nobody can guess it. A secret
   * @throws {SDKError} `argument-invalid`
   */
  purchaseProductFlowUrl(productId: string, redirectUri: string = this.redirectUri, state?: string): string {
    // The account-sdk-browser's message has this name.
    checkReturn('purchaseProductUrl', redirectUri)
    checkGiven('purchaseProductFlowUrl', 'productId', productId)
    askForState(this, 'purchaseProductFlowUrl', state)
    return checkout(this, redirectUri, { product_id: productId, state })
  }

  /** URL at which a product of a campaign is bought. It comes back with a code. @throws {SDKError} `argument-invalid` */
  purchaseCampaignFlowUrl(
    campaignId: string,
    productId: string,
    voucherCode?: string,
    redirectUri: string = this.redirectUri,
    state?: string,
  ): string {
    const method = 'purchaseCampaignFlowUrl'
    checkReturn(method, redirectUri)
    checkGiven(method, 'campaignId', campaignId)
    checkGiven(method, 'productId', productId)
    askForState(this, method, state)
    const campaign = { campaign_id: campaignId, product_id: productId, voucher_code: voucherCode }
    return checkout(this, redirectUri, { ...campaign, state })
  }

  /** URL at which a product is bought by a promo code. Needs `publisher`. @deprecated by the account service */
  purchasePromoCodeProductFlowUrl(code: string, state: string = '', redirectUri: string = this.redirectUri): string {
    const method = 'purchasePromoCodeProductFlowUrl'
    const { publisher } = this
    checkReturn(method, redirectUri)
    checkGiven(method, 'code', code)
    checkGiven(method, 'publisher', publisher, ' in the constructor')
    askForState(this, method, state)
    return paymentPage(this, 'payment/purchase/code', redirectUri, { code, publisher, state })
  }

  /** Takes the global away. */
  dispose(): void {
    internals.of(this).dispose()
  }
}

const parameters = ({ clientId }: Payment, redirectUri: string) => ({ client_id: clientId, redirect_uri: redirectUri })

function accountPage(payment: Payment, page: string, redirectUri: string, more?: QueryParameters): string {
  const { accountUrl } = internals.of(payment).env
  return addressAt(accountUrl, `account/${page}`, { ...parameters(payment, redirectUri), ...more })
}

function paymentPage(payment: Payment, path: string, redirectUri: string, more: QueryParameters): string {
  const { widgetUrl } = internals.of(payment).env
  checkOption(widgetUrl, 'widgetUrl. The environment has none, and so no pages for payment')
  return addressAt(widgetUrl, path, { ...parameters(payment, redirectUri), ...more })
}

const checkout = (payment: Payment, redirectUri: string, more: QueryParameters) =>
  paymentPage(payment, 'flow/checkout', redirectUri, { response_type: 'code', flow: 'payment', ...more })

/** The account-sdk-browser takes no state here, so a page that moves over has none: it is told, and nothing is thrown. */
function askForState({ window }: Payment, method: string, state: string | undefined): void {
  if (__DEV__ && !state)
    window.console?.warn(
      `portico: ${method}() without a state. Whoever is sent to its address may come back with the code of somebody else`,
    )
}

export default Payment
