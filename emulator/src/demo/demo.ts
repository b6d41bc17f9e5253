// The demo site's own script: constructs an Identity as a publisher would, and shows what it says.

import { Identity } from 'portico'
import { eventNames, view } from './view.ts'

const settings = JSON.parse(document.getElementById('identity-settings')?.textContent ?? '{}')
const identity = new Identity(settings)

for (const name of eventNames) {
  identity.on(name as Parameters<typeof identity.on>[0], () => view.addEvent(name))
}

async function check(): Promise<void> {
  try {
    view.showSession(await identity.hasSession())
  } catch (error) {
    view.showProblem(error)
  }
}

// Asked for ahead of the click: a popup may only be opened within it. Used once, so asked for again afterwards.
let state = newState()

async function newState(): Promise<string> {
  const response = await fetch('/login-state')
  return ((await response.json()) as { state: string }).state
}

view.onLogIn(async () => {
  identity.login({ state: await state, prompt: 'select_account' })
})
view.onLogOut(() => identity.logout(`${location.origin}/`))
view.onCheckAgain(() => {
  identity.clearCachedUserSession()
  return check()
})

// a page that comes back from the back/forward cache holds a used state, and perhaps somebody else's session
addEventListener('pageshow', (event) => {
  if (!event.persisted) return
  state = newState()
  void check()
})

Object.assign(window, { demoIdentity: identity })
void check()
