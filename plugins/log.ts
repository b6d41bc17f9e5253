/**
 * Tells the `log` option what goes on: settings, calls, outcomes. Never values: those hold secrets.
 * Hooks: session:fetched, session:accepted, session:failed, url:build. Storage: none. Methods: logSettings.
 */
import { SDKError } from '../core/errors.ts'
import type { Plugin } from '../core/plugin.ts'
import { VERSION } from '../core/version.ts'

/** What the plugin contributes (section 4.1). */
export interface LogApi {
  /**
   * Logs the settings in use and the version of the library.
   *
   * @throws {SDKError} `option-invalid` when the identity was constructed without `log`
   */
  logSettings(): void
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
      const { clientId, sessionDomain, redirectUri, env } = kernel.options
      kernel.hook('session:fetched', ({ answer }) =>
        kernel.log(`session: the service answered ${answer.status}`),
      )
      kernel.hook('session:accepted', () => kernel.log('session: accepted'))
      kernel.hook('session:failed', ({ error }) => kernel.log(`session: failed, ${error.reason}`))
      kernel.hook('url:build', ({ kind }) => kernel.log(`url: ${kind}`))
      return {
        logSettings() {
          if (!kernel.options.log)
            throw new SDKError(
              'option-invalid',
              'Option log is nothing: give a function to log the settings to.',
            )
          const settings = { version: VERSION, env: env.name, clientId, sessionDomain, redirectUri }
          kernel.log(`settings ${JSON.stringify(settings)}`)
        },
      }
    },
  }
}
