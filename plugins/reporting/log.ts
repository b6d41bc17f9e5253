/**
 * Tells the `log` option what goes on: settings, calls, outcomes. Never values: those hold secrets.
 * Hooks: session:fetched, session:accepted, session:failed, url:build. Storage: none. Methods: logSettings.
 */
import { checkOption } from '../../core/errors.ts'
import type { Plugin } from '../../core/plugin.ts'
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

const ONE_MINUTE_MS = 60_000

/**
 * Contributes `logSettings`, and logs what the session call does.
 *
 * @example createIdentity({ ...options, log: console.debug }, [log()]).logSettings()
 */
export function log(): Plugin<LogApi> {
  return {
    name: __DEV__ ? 'log' : '',
    setup(kernel) {
      if (kernel.options.log) {
        // Each line begins with the name of its hook.
        if (__DEV__) {
          const by = (answer: unknown) => (answer ? 'answered by the cache' : 'not in the cache')
          kernel.hook('session:request', (request) => kernel.log(`session:request ${by(request.answer)}`))
          kernel.hook('fetch:before', (request) => {
            const head = request.response ? ' (head start)' : ''
            kernel.log(`fetch:before ${request.url.replace(/[?#].*/s, '')}${head}`)
          })
          kernel.hook('session:cleared', () => kernel.log('session:cleared'))
        }
        kernel.hook('session:fetched', (fetched) => kernel.log(`session:fetched ${fetched.answer.status}`))
        kernel.hook('session:accepted', () => kernel.log('session:accepted'))
        kernel.hook('session:failed', (failed) => kernel.log(`session:failed ${failed.error.reason}`))
        kernel.hook('url:build', (url) => kernel.log(`url:build ${url.kind}`))
        if (__DEV__) {
          const { env } = kernel.options
          let isTold = env.expiresInUnit === 'seconds'
          kernel.hook('session:accepted', ({ session }) => {
            if (isTold || !session.expiresIn || lifetimeOf(session, env) >= ONE_MINUTE_MS) return
            isTold = true
            kernel.log("a session lives less than a minute, does this service send seconds? expiresInUnit: 'seconds'")
          })
        }
      }
      return {
        logSettings() {
          checkOption(kernel.options.log, __DEV__ ? 'log is missing, give a function to log the settings to' : 'log')
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
