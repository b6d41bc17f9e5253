// The article behind a wall: what the page says to a reader with access, to one without, to nobody, and in an outage.

import { Identity } from 'portico'
import { type AccessApi, access, type PaymentApi, payment } from 'portico/plugins'
import { loginBinding } from './login-binding.ts'

const { productId, ...settings } = JSON.parse(
  document.getElementById('identity-settings')?.textContent ?? '{}',
)
const bindings = new Map()
const plugins = [access(), payment(), loginBinding((state) => bindings.get(state))] as const
const identity = new Identity({ ...settings, plugins }) as Identity & AccessApi & PaymentApi

/** What the page offers with each text. */
const CONTROLS = ['log-in', 'log-out', 'subscribe', 'subscriptions', 'try-again'] as const

const element = (id: string) => document.getElementById(id) as HTMLElement

function show(outcome: string, text: string, offered: readonly (typeof CONTROLS)[number][]): void {
  element('wall').dataset.outcome = outcome
  element('wall-text').textContent = text
  for (const id of CONTROLS) element(id).hidden = !offered.includes(id)
}

/** The rest of the article, which the server hands out by what the session service has signed. */
async function restOf(accessSig: string | undefined): Promise<string> {
  const { sig: session } = await identity.hasSession()
  const body = JSON.stringify({ session, access: accessSig })
  const response = await fetch('/article/text', { method: 'POST', body })
  if (!response.ok) throw new Error(`The server does not hand the article out: ${response.status}`)
  return response.text()
}

/** Only the latest look may write: what an earlier one brings is about who was there before. */
let looks = 0

async function look(): Promise<void> {
  const own = ++looks
  const known = await identity.hasAccess([productId])
  // each page view looks twice, since the session becomes known during the first look: only the last one asks the server
  if (own !== looks) return
  const text = known.outcome === 'granted' ? await restOf(known.data.sig).catch(() => undefined) : ''
  if (own !== looks) return
  if (known.outcome === 'loggedOut')
    show('loggedOut', 'Subscribers read on. Log in, if you are one.', ['log-in'])
  else if (known.outcome === 'refused')
    show('refused', 'This article is for subscribers, and you are not one yet.', ['subscribe', 'log-out'])
  else if (known.outcome === 'granted' && text !== undefined)
    show('granted', text, ['subscriptions', 'log-out'])
  else show('unknown', 'We cannot see right now whether you subscribe. It is not your fault.', ['try-again'])
}

element('log-in').addEventListener('click', async () => {
  const response = await fetch('/login-state?article', { method: 'POST' })
  const { binding } = await response.json()
  bindings.set(binding.state, binding)
  identity.login({ state: binding.state })
})
element('log-out').addEventListener('click', () => identity.logout(`${location.origin}/`))
element('try-again').addEventListener('click', () => {
  // a reader who asks is let through at once; the page by itself would wait until the pause is over
  identity.clearCachedUserSession()
  void look()
})
element('subscriptions').setAttribute('href', identity.subscriptionsUrl())
element('subscribe').setAttribute(
  'href',
  identity.purchaseProductFlowUrl({ productId, state: crypto.randomUUID() }),
)

// not by events: a look asks for the session as well, and would cause them again
identity.subscribe(({ status }) => {
  if (status !== 'loading') void look()
})
Object.assign(window, { demoIdentity: identity })
void look()
