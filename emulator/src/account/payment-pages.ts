// What readers have and how they pay, as simple pages: nothing can be bought here. Products are given at the control page.

import { Hono } from 'hono'
import { html } from 'hono/html'
import type { Provider } from 'oidc-provider'
import type { EmulatorContext } from '../context.ts'
import { accountPage } from './pages/frame.ts'
import { type Env, forReader, wayBack } from './profile/reader.ts'

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
  const app = new Hono<Env>()
  const withReader = forReader(context, provider)

  for (const [path, title] of OWNED)
    app.get(
      path,
      withReader((c, { productIds }) =>
        c.html(
          accountPage(
            title,
            html`<h1>${title}</h1>
<ul data-testid="products">${productIds.map((id) => html`<li><code>${id}</code></li>`)}</ul>
${productIds.length === 0 ? html`<p class="hint">None. The <a href="/control">control page</a> gives products to users.</p>` : ''}
${wayBack(context, c)}`,
          ),
        ),
      ),
    )

  for (const [path, [title = '', ...names]] of PAYMENTS)
    app.get(path, (c) => {
      const said = names.filter((name) => c.req.query(name) !== undefined)
      return c.html(
        accountPage(
          title,
          html`<h1>${title}</h1>
<ul data-testid="payment">${said.map((name) => html`<li>${name}: <code>${c.req.query(name)}</code></li>`)}</ul>
<p class="hint">Nothing is sold here: the <a href="/control">control page</a> gives products to users.</p>
${wayBack(context, c)}`,
        ),
      )
    })

  return app
}
