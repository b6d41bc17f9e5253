/**
 * A page as sites have them, written for @schibsted/account-sdk-browser and its bundler: the named import, the default one
 * of a module of its own, modern JavaScript. `site` is what the test presses; `noted` is what the page has seen.
 */
import { Identity } from '@schibsted/account-sdk-browser'
import DefaultIdentity from '@schibsted/account-sdk-browser/identity'
import Monetization from '@schibsted/account-sdk-browser/monetization'
import { Payment } from '@schibsted/account-sdk-browser/payment'

const noted = []
window.noted = noted

const identity = new Identity({
  ...window.options,
  callbackBeforeRedirect: async () => {
    sessionStorage.leaving = (sessionStorage.leaving ?? 0) + 1
  },
})
identity.enableVarnishCookie({ expiresIn: 3600 })

const monetization = new Monetization(window.options)
const payment = new Payment({ ...window.options, publisher: 'post' })

const NAMES =
  'login logout userChange sessionChange notLoggedin sessionInit statusChange error simplifiedLoginOpened'
for (const name of NAMES.split(' '))
  identity.on(
    name,
    function (...args) {
      noted.push([name, this.page, args.length, args[0]?.userId, args[0]?.name])
    },
    { page: 'mine' },
  )

monetization.on('hasAccess', ({ ids }) => noted.push(['hasAccess', ids.join()]))

/** What a promise comes to, in words. */
const outcome = (promise) =>
  promise.then(
    (value) => ({ value }),
    (error) => ({ message: error.message, code: error.code, name: error.name }),
  )

window.site = {
  async ask() {
    const session = await outcome(identity.hasSession())
    const names = Object.keys(session.value ?? {}).sort()
    return {
      session: session.value ? { names, userId: session.value.userId } : session,
      isLoggedIn: await identity.isLoggedIn(),
      isConnected: await identity.isConnected(),
      user: await outcome(identity.getUser().then(({ givenName }) => givenName)),
      userId: await outcome(identity.getUserId()),
      uuid: await outcome(identity.getUserUuid()),
      sdrn: await outcome(identity.getUserSDRN()),
      spId: await identity.getSpId(),
      externalId: await outcome(identity.getExternalId('a-party', 'suffix')),
      context: (await identity.getUserContextData())?.display_text,
    }
  },
  urls: () => [
    identity.loginUrl({
      state: 'state',
      acrValues: 'otp-email',
      maxAge: 0,
      tag: 'header',
      loginHint: 'a@b.no',
    }),
    identity.loginUrl({ state: 'state', redirectUri: `${location.origin}/callback`, oneStepLogin: true }),
    identity.logoutUrl(`${location.origin}/#comments`),
    identity.accountUrl(),
    identity.phonesUrl(`${location.origin}/me`),
  ],
  facts: () => ({
    members: [
      identity.clientId,
      identity.redirectUri,
      identity.env,
      identity.window === window,
      identity.log,
    ],
    isOneClass: DefaultIdentity === Identity && identity instanceof Identity,
  }),
  others: () => [
    monetization.subscriptionsUrl(),
    monetization.productsUrl(`${location.origin}/me`),
    payment.purchaseHistoryUrl(),
    payment.purchaseProductFlowUrl('digital'),
    payment.purchaseCampaignFlowUrl('campaign', 'digital', 'voucher'),
    payment.purchasePromoCodeProductFlowUrl('code', 'state'),
  ],
  access: async () => {
    const ids = ['harbour-post-digital', 'archive']
    // The first answer is asked for, the second is kept.
    await monetization.hasAccess(ids, 100001)
    const { entitled, allowedFeatures } = await monetization.hasAccess(ids, 100001)
    return {
      entitled,
      allowedFeatures,
      refused: await monetization.hasAccess(['archive'], 100001),
    }
  },
  widget: () => outcome(identity.showSimplifiedLoginWidget({ state: async () => 'state' })),
  login: () => identity.login({ state: 'state' }),
  logout: () => identity.logout(location.href),
}
