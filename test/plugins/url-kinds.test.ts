/** Each address that is built has a kind of its own, by which a plugin of the page tells it from the others. */
import { expect, it } from 'vitest'
import type { Plugin } from '../../core/index.ts'
import { access } from '../../plugins/access/access.ts'
import { payment } from '../../plugins/access/payment.ts'
import { fetchTransport } from '../../plugins/transport/fetch-transport.ts'
import { createFullIdentity } from '../../presets/full.ts'
import { ADA, optionsFor } from '../support/fixtures.ts'
import { type Answer, json, openPageWith } from '../support/page.ts'

function open(answers: Answer[] = []) {
  const page = openPageWith(...answers)
  page.window.document.head.append = (script) => (script as HTMLScriptElement).onerror?.(new Event('error'))
  const kinds: string[] = []
  const watcher: Plugin = {
    name: 'watcher',
    setup: (kernel) => kernel.hook('url:build', ({ kind }) => void kinds.push(kind)),
  }
  const plugins = [access(), payment({ publisher: 'harbour' }), watcher] as const
  return { identity: createFullIdentity({ ...optionsFor(page), plugins }, fetchTransport()), kinds }
}

type Identity = ReturnType<typeof open>['identity']
const [session, known] = [json(200, ADA), json(200, { identifier: 'i', display_text: 'd' })]

it.each<[kinds: string, call: (identity: Identity) => unknown, answers?: Answer[]]>([
  ['login', (identity) => identity.loginUrl({ state: 's' })],
  ['logout', (identity) => identity.logoutUrl()],
  ['account', (identity) => identity.accountUrl()],
  ['phones', (identity) => identity.phonesUrl()],
  ['subscriptions', (identity) => identity.subscriptionsUrl()],
  ['products', (identity) => identity.productsUrl()],
  ['purchase-history', (identity) => identity.purchaseHistoryUrl()],
  ['redeem', (identity) => identity.redeemUrl('SPRING')],
  ['paylink', (identity) => identity.purchasePaylinkUrl('p')],
  ['checkout', (identity) => identity.purchaseProductFlowUrl({ productId: '1', state: 's' })],
  ['promo-code', (identity) => identity.purchasePromoCodeProductFlowUrl({ code: 'c', state: 's' })],
  ['session', (identity) => identity.hasSession(), [session]],
  ['session session', (identity) => identity.hasSession(), [json(200, { redirectURL: '/refresh' })]],
  ['session access', (identity) => identity.hasAccess(['plus']), [session, json(503, {})]],
  ['user-context', (identity) => identity.getUserContextData(), [known]],
  ['login user-context widget', (identity) => identity.showSimplifiedLoginWidget({ state: 's' }), [known]],
])('the kind of what is built: %s', async (expected, call, answers) => {
  const { identity, kinds } = open(answers)
  await Promise.resolve(call(identity)).catch(() => {})
  expect(kinds).toEqual(expected.split(' '))
})
