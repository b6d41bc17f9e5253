// The few elements of the front page that follow the session. Knows nothing of where it comes from.

import type { ServerSide } from './server-side.ts'

/** Every event of an Identity, in the order in which the page listens. */
export const eventNames = [
  'error',
  'login',
  'logout',
  'userChange',
  'sessionChange',
  'notLoggedin',
  'sessionInit',
  'statusChange',
  'simplifiedLoginOpened',
  'simplifiedLoginCancelled',
] as const

interface SessionFacts {
  readonly result?: boolean
  readonly userId?: number | string
  readonly displayName?: string
}

function element(id: string): HTMLElement {
  const found = document.getElementById(id)
  if (found === null) throw new Error(`the page has no #${id}`)
  return found
}

function show(status: string, session: SessionFacts = {}, reason = ''): void {
  element('status').textContent = status
  element('status').dataset.status = status
  element('user-id').textContent = session.userId === undefined ? '' : String(session.userId)
  element('user-name').textContent = session.displayName ?? ''
  element('reason').textContent = reason
  element('reason-row').hidden = reason === ''
  const known = session.userId !== undefined
  element('amr-row').hidden = true
  element('sp-id-row').hidden = true
  element('log-out').hidden = !known
  element('log-in').textContent = known ? 'Switch account' : 'Log in'
}

export const view = {
  showSession(session: SessionFacts): void {
    if (session.userId === undefined) show('anonymous')
    else show(session.result ? 'connected' : 'logged in', session)
  },

  showProblem(error: unknown): void {
    const { reason = 'unknown', type } = error as { reason?: string; type?: string }
    // an ended session is no session either: the service says so once, and takes its cookie back
    const anonymous = reason === 'session-missing' || type === 'SessionException'
    show(anonymous ? 'anonymous' : 'unavailable', {}, anonymous ? '' : reason)
  },

  /** The latest one; devtools have them all. */
  showEvent(name: string): void {
    element('latest-event').textContent = `${new Date().toLocaleTimeString('en-GB')} ${name}`
    element('latest-event-row').hidden = false
  },

  /** What the site's server knows by itself; of a login only while there is one. */
  showServerSide({ amr, spId }: ServerSide, loggedIn: boolean): void {
    element('amr').textContent = amr.join(' ')
    element('amr-row').hidden = !loggedIn || amr.length === 0
    element('sp-id').textContent = spId.seen ? (spId.valid ? 'valid' : 'not valid') : 'no'
    element('sp-id-row').hidden = !loggedIn
  },

  /** How a login in a popup ended. */
  showLoginOutcome(outcome: string): void {
    element('login-outcome').textContent = outcome
    element('login-outcome-row').hidden = false
  },

  /** What came of an offer to continue. */
  showContinueAs(text: string): void {
    element('continue-as-outcome').textContent = text
    element('continue-as-outcome').hidden = false
  },

  showNote(text: string): void {
    element('problem').textContent = text
    element('problem').hidden = false
  },

  /** Gives a link its address; until then it is not there. */
  link(id: string, href: string): void {
    element(id).setAttribute('href', href)
    element(id).hidden = false
  },

  onClick(id: string, act: () => unknown): void {
    element(id).addEventListener('click', act)
  },
}
