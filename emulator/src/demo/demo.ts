// The demo site's own script: constructs an Identity as a publisher would, and shows what it says.

import { Identity } from 'portico'
import { showExtras } from './extras.ts'
import { idTokenNonce } from './id-token-nonce.ts'
import { loginStates } from './login-states.ts'
import { whatTheServerKnows } from './server-side.ts'
import { eventNames, view } from './view.ts'

const { nonce, ...settings } = JSON.parse(document.getElementById('identity-settings')?.textContent ?? '{}')
const identity = new Identity({ ...settings, plugins: [idTokenNonce(nonce)] })
const states = loginStates()

for (const name of eventNames) {
  identity.on(name, () => {
    view.addEvent(name)
    // one line each in the log of whoever started the emulator
    navigator.sendBeacon(`/events/${name}`)
  })
}

let isChecking = false

async function check(): Promise<void> {
  isChecking = true
  try {
    const session = await identity.hasSession()
    view.showSession(session)
    view.showServerSide(await whatTheServerKnows(), session.userId !== undefined)
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
view.onClick('log-in-popup', () => {
  // a popup opens within the click or not at all, so nothing may be waited for here
  const state = states.popup()
  if (state !== undefined) identity.login({ state, preferPopup: true, prompt: 'select_account' })
})
view.onClick('log-out', () => identity.logout(`${location.origin}/`))
view.onClick('check-again', () => {
  identity.clearCachedUserSession()
  return check()
})
showExtras(identity, states)

// the popup says when it is done; somebody may have logged in who was not known before
addEventListener('message', ({ origin, data }) => {
  if (origin !== location.origin || data !== 'logged-in') return
  identity.clearCachedUserSession()
  states.refill()
  void check()
})

// a page that comes back from the back/forward cache holds used states, and perhaps somebody else's session
addEventListener('pageshow', (event) => {
  if (!event.persisted) return
  states.refill()
  void check()
})

Object.assign(window, { demoIdentity: identity })
void check()
