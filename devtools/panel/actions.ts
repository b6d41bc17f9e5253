/**
 * The buttons of the panel: what a developer does again and again.
 */
import { goToLogout } from '../../core/go-to-logout.ts'
import { clientParameters } from '../../core/urls.ts'
import type { Finding } from '../catalogue.ts'
import type { Observation } from '../recording/observation.ts'
import { reportOf } from '../report.ts'
import { shownReason } from '../shown/redact.ts'

/** An action of the panel. The panel shows what it returns. */
export interface Action {
  readonly name: string
  readonly label: string
  run(): Promise<string> | string
}

/** Makes a state for a login. */
export type MakeState = () => string | Promise<string>

/** Asks for the session, and says how that ended. */
async function askAnew({ kernel }: Observation): Promise<string> {
  kernel.clearSession()
  try {
    const { userId } = await kernel.hasSession()
    return userId ? 'There is a session of a user.' : 'There is a session, but nobody is logged in.'
  } catch (error) {
    return `No session: ${shownReason(Object(error).reason)}.`
  }
}

/** Logs out as the method does: the page is told, the session is cleared, and the browser leaves. */
function logOut({ kernel }: Observation): string {
  const { options } = kernel
  const url = kernel.buildUrl(
    'logout',
    options.sessionDomain,
    'logout?',
    clientParameters(options, options.redirectUri),
  )
  goToLogout(kernel, () => url)
  return 'The browser leaves the page.'
}

/** The actions of the panel, in the order of its buttons. */
export function actionsOf(
  observation: Observation,
  makeState: MakeState,
  findings: () => readonly Finding[],
): Action[] {
  const { kernel } = observation
  return [
    { name: 'ask', label: 'Ask again', run: () => askAnew(observation) },
    {
      name: 'clear',
      label: 'Clear cache',
      run() {
        kernel.clearSession()
        return 'The cache is empty. The next call asks the service.'
      },
    },
    {
      name: 'log-in',
      label: 'Log in',
      async run() {
        const state = await makeState()
        kernel.callSync('login:request', { options: { state } })
        return 'The browser leaves for the login page, if the login plugin is composed.'
      },
    },
    { name: 'log-out', label: 'Log out', run: () => logOut(observation) },
    {
      name: 'copy',
      label: 'Copy report',
      async run() {
        await kernel.window.navigator.clipboard.writeText(reportOf(observation, findings()))
        return 'Copied. The report holds no secret, and does not name the reader.'
      },
    },
  ]
}
