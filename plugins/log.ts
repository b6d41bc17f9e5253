/**
 * Tells the `log` option what goes on: settings, calls, outcomes. Never values: those hold secrets.
 * Hooks: session:fetched, session:accepted, session:failed, url:build. Storage: none. Methods: logSettings.
 */
import { checkOption } from '../core/errors.ts'
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
    setup({ options, hook, log }) {
      const { clientId, sessionDomain, redirectUri, env } = options
      if (options.log) {
        // Each line begins with the name of its hook.
        hook('session:fetched', ({ answer }) => log(`session:fetched ${answer.status}`))
        hook('session:accepted', () => log('session:accepted'))
        hook('session:failed', ({ error }) => log(`session:failed ${error.reason}`))
        hook('url:build', ({ kind }) => log(`url:build ${kind}`))
      }
      return {
        logSettings() {
          checkOption(options.log, __DEV__ ? 'log is missing, give a function to log the settings to' : 'log')
          const settings = { version: VERSION, env: env.name, clientId, sessionDomain, redirectUri }
          log(`settings ${JSON.stringify(settings)}`)
        },
      }
    },
  }
}
