// The demo site's own script: constructs an Identity as a publisher would, and shows what it says.

import { Identity } from 'portico'
import { type DevtoolsApi, devtools } from 'portico/devtools'
import { type FedcmApi, fedcm, type LoginPopupApi, loginPopup } from 'portico/plugins'
import { simulateConsents } from './consent-simulator.ts'
import { offerToContinue } from './continue-as.ts'
import { explainButtons } from './explained.ts'
import { showExtras } from './extras.ts'
import { loginBinding } from './login-binding.ts'
import { loginStates } from './login-states.ts'
import { whatTheServerKnows } from './server-side.ts'
import { eventNames, view } from './view.ts'

const settings = JSON.parse(document.getElementById('identity-settings')?.textContent ?? '{}')
const states = loginStates()
const plugins = [
  loginBinding(states.bindingOf),
  loginPopup(),
  fedcm(),
  devtools({ state: () => states.next() }),
]
const identity = new Identity({ ...settings, plugins }) as Identity & LoginPopupApi & FedcmApi & DevtoolsApi

/** The names of all events so far. */
const events: string[] = []

for (const name of eventNames) {
  identity.on(name, (payload?: unknown) => {
    events.push(name)
    // the event comes for an anonymous reader, too: the reason says so
    const { reason } = Object(payload)
    view.showEvent(name === 'error' && reason ? `${name} (${reason})` : name)
    // one line each in the log of whoever started the emulator
    navigator.sendBeacon(`/events/${name}`)
  })
}

let isChecking = false

// also of a login in a popup, which nobody here has to ask for
identity.on('login', async (session) => {
  view.showSession(session)
  view.showServerSide(await whatTheServerKnows(), true)
})

async function check(): Promise<void> {
  isChecking = true
  try {
    const session = await identity.hasSession()
    if (session.userId === undefined) view.showSession(session)
  } catch (error) {
    view.showProblem(error)
  } finally {
    isChecking = false
  }
}

// another tab has logged in or out, and this one follows; a logout of its own, which has no source, leaves the page
identity.subscribe(({ source }) => {
  if (source && !isChecking) void check()
})

view.onClick('log-in', async () => {
  identity.login({ state: await states.next(), prompt: 'select_account' })
})
view.onClick('step-up', async () => {
  identity.login({ state: await states.next(), acrValues: 'password otp' })
})
view.onClick('log-in-popup', async () => {
  // a popup opens within the click: a state that is there is not waited for, and one that is late may cost the popup
  const given = states.popup()
  const state = typeof given === 'string' ? given : await given
  const login = { state, prompt: 'select_account' } as const
  const { outcome } = await identity.loginPopup(login)
  view.showLoginOutcome(outcome)
  if (outcome === 'blocked') return identity.login(login)
  states.refill()
  if (outcome !== 'connected') return check()
})
view.onClick('log-out', () => identity.logout(`${location.origin}/`))
view.onClick('check-again', () => {
  identity.clearCachedUserSession()
  return check()
})
showExtras(identity, states)
offerToContinue(identity, states)
explainButtons()
simulateConsents()
view.onClick('open-devtools', () => identity.openDevtools())

// a page that comes back from the back/forward cache holds used states, and perhaps somebody else's session
addEventListener('pageshow', (event) => {
  if (!event.persisted) return
  states.refill()
  void check()
})

Object.assign(window, { demoIdentity: identity, demoEvents: events })
void check()
