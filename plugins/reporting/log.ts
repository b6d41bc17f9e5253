/**
 * Writes what happens to the `log` option: settings, calls, outcomes. Nothing that a service said, and no URL of a request: those may
 * hold secrets.
 * Hooks: session:started, request:started, request:ended, session:settled, session:cleared, url:build. Storage: none. Methods: logSettings.
 */
import { checkOption } from '../../core/errors.ts'
import type { Kernel, Plugin } from '../../core/plugin.ts'
import { lifetimeOf } from '../../core/session-answer.ts'
import { VERSION } from '../../core/version.ts'

/** What the plugin contributes (section 4.1). */
export interface LogApi {
  /**
   * Logs the settings in use and the version of the library.
   *
   * @throws {SDKError} `option-invalid` when the identity was constructed without `log`
   */
  logSettings(): void
}

const SUSPICIOUS_LIFETIME_MS = 60_000

/** What only a developer wants to know. */
function logForDevelopers(kernel: Kernel): void {
  kernel.hook('session:started', () => kernel.log('session:started'))
  kernel.hook('request:started', () => kernel.log('request:started'))
  kernel.hook('session:cleared', () => kernel.log('session:cleared'))
  const { expiresInUnit } = kernel.options.env
  let isTold = expiresInUnit === 'seconds'
  kernel.hook('session:settled', ({ session }) => {
    if (isTold || !session?.expiresIn || lifetimeOf(session, expiresInUnit) >= SUSPICIOUS_LIFETIME_MS) return
    isTold = true
    kernel.log("a session lives less than a minute, does this service send seconds? expiresInUnit: 'seconds'")
  })
}

/**
 * Contributes `logSettings`, and logs what the session call does.
 *
 * @example createIdentity({ ...options, log: console.debug }, [log()]).logSettings()
 */
export function log(): Plugin<LogApi> {
  return {
    name: 'log',
    setup(kernel) {
      if (kernel.options.log) {
        // Each line begins with the name of its hook.
        kernel.hook('request:ended', ({ answer }) =>
          kernel.log(`request:ended ${answer ? answer.status : 'no answer'}`),
        )
        kernel.hook('session:settled', ({ outcome, origin, error }) =>
          kernel.log(`session:settled ${outcome}${origin ? ` by ${origin}` : ''}${error ? `, ${error.reason}` : ''}`),
        )
        kernel.hook('url:build', ({ kind }) => kernel.log(`url:build ${kind}`))
        if (__DEV__) logForDevelopers(kernel)
      }
      return {
        logSettings() {
          checkOption(kernel.options.log, __DEV__ ? 'log is missing. Give a function to log the settings to' : 'log')
          const settings = {
            version: VERSION,
            env: kernel.options.env.name,
            clientId: kernel.options.clientId,
            sessionDomain: kernel.options.sessionDomain,
            redirectUri: kernel.options.redirectUri,
          }
          kernel.log(`settings ${JSON.stringify(settings)}`)
        },
      }
    },
  }
}
