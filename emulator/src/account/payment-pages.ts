// What readers have and how they pay, as simple pages: nothing can be bought here. Products are given at the control page.

import type { HttpBindings } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import { html } from 'hono/html'
import type { Provider } from 'oidc-provider'
import type { EmulatorContext } from '../context.ts'
import type { Html } from '../http/html.ts'
import { accountSession } from './account-session.ts'
import { accountPage } from './pages/frame.ts'
import { accountLoginUrl } from './profile/account-login.ts'

type Env = { Bindings: HttpBindings }

/** Pages with what a reader has: each needs a reader who is logged in. */
const OWNED = new Map([
  ['/account/subscriptions', 'Your subscriptions'],
  ['/account/products', 'Your products'],
  ['/account/purchasehistory', 'What you have bought'],
])

/** Pages on which something would be paid for, and the parameters that say what. */
const PAYMENTS = new Map([
  ['/account/redeem', ['Redeem a voucher', 'voucher_code']],
  ['/authn/payment/purchase', ['Pay by a link', 'paylink']],
  ['/authn/flow/checkout', ['Buy a product', 'product_id', 'campaign_id', 'voucher_code']],
  ['/authn/payment/purchase/code', ['Buy by a promo code', 'code', 'publisher']],
])

export function paymentRoutes(context: EmulatorContext, provider: Provider): Hono<Env> {
  const { users } = context.store
  const app = new Hono<Env>()

  /** Where the page leads back to, when that is registered for the client. */
  function wayBack(c: Context<Env>): Html | '' {
    const { client_id: clientId, redirect_uri: back } = c.req.query()
    const client = context.clients.find(clientId)
    if (client === undefined || back === undefined || !context.redirects.allows(client, back)) return ''
    return html`<p class="quiet"><a href="${back}" data-testid="back">Back to ${client.name}</a></p>`
  }

  for (const [path, title] of OWNED)
    app.get(path, async (c) => {
      const { accountId } = await accountSession(provider, c.env)
      const user = users.byUuid(accountId)
      if (user === undefined)
        return c.redirect(accountLoginUrl(context, path + new URL(c.req.url).search), 303)
      const owned = user.productIds
      return c.html(
        accountPage(
          title,
          html`<h1>${title}</h1>
<ul data-testid="products">${owned.map((id) => html`<li><code>${id}</code></li>`)}</ul>
${owned.length === 0 ? html`<p class="hint">None. The <a href="/control">control page</a> gives products to users.</p>` : ''}
${wayBack(c)}`,
        ),
      )
    })

  for (const [path, [title = '', ...names]] of PAYMENTS)
    app.get(path, (c) => {
      const said = names.flatMap((name) => {
        const value = c.req.query(name)
        return value === undefined ? [] : [html`<li>${name}: <code>${value}</code></li>`]
      })
      return c.html(
        accountPage(
          title,
          html`<h1>${title}</h1>
<ul data-testid="payment">${said}</ul>
<p class="hint">Nothing is sold here: the <a href="/control">control page</a> gives products to users.</p>
${wayBack(c)}`,
        ),
      )
    })

  return app
}
