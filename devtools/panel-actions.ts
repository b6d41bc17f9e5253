/**
 * What a developer does all day, as buttons of the panel.
 */
import { clientParameters } from '../core/urls.ts'
import type { Finding } from './catalogue.ts'
import type { Observation } from './observation.ts'
import { reportOf } from './report.ts'

/** An action of the panel. What it returns is said in a line. */
export interface Action {
  readonly name: string
  readonly label: string
  run(): Promise<string> | string
}

/** Makes a state for a login. */
export type MakeState = () => string | Promise<string>

/** How a call for the session ended, in a word or two. */
async function askAnew({ kernel }: Observation): Promise<string> {
  kernel.clearSession()
  try {
    const { userId } = await kernel.hasSession()
    return userId ? 'There is a session of a user.' : 'There is a session, and nobody is logged in.'
  } catch (error) {
    return `No session: ${(error as { reason?: string }).reason ?? 'it failed'}.`
  }
}

/** Logs out as the method does: the page hears of it, the session is forgotten, the browser leaves. */
function logOut({ kernel }: Observation): string {
  const { options, window } = kernel
  const url = kernel.buildUrl(
    'logout',
    options.sessionDomain,
    'logout?',
    clientParameters(options, options.redirectUri),
  )
  kernel.callSync('logout:before', { url })
  kernel.clearSession(true)
  window.location.assign(url)
  return 'Leaving …'
}

/** The actions of a panel, in the order in which they are shown. */
export function actionsOf(
  observation: Observation,
  makeState: MakeState,
  findings: () => readonly Finding[],
): Action[] {
  const { kernel } = observation
  return [
    { name: 'ask', label: 'Ask anew', run: () => askAnew(observation) },
    {
      name: 'clear',
      label: 'Clear cache',
      run() {
        kernel.clearSession()
        return 'The cache is empty: the next call asks the service.'
      },
    },
    {
      name: 'log-in',
      label: 'Log in',
      async run() {
        const state = await makeState()
        kernel.callSync('login:request', { options: { state } })
        return 'Leaving for the login page, if the login plugin is composed.'
      },
    },
    { name: 'log-out', label: 'Log out', run: () => logOut(observation) },
    {
      name: 'copy',
      label: 'Copy report',
      async run() {
        await kernel.window.navigator.clipboard.writeText(reportOf(observation, findings()))
        return 'Copied. It holds no secret, and does not say who the reader is.'
      },
    },
  ]
}
