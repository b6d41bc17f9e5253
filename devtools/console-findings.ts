/**
 * Tells a developer in the console what keeps the page from knowing its reader, from what was seen: nothing is sent. The
 * development build of the full identity composes it. It does nothing in production.
 * Hooks: all, to look on. Storage: when a login started, and what explains the latest failure. Methods: none.
 */
import type { Kernel, Plugin } from '../core/kernel/plugin.ts'
import type { Finding } from './catalogue.ts'
import { refusalFinding, rememberCause } from './checks/backoff.ts'
import { causeIn, withoutContradictions } from './checks/exclusions.ts'
import { callFindings, seenFindings } from './checks/response.ts'
import { setUpFindings } from './checks/set-up.ts'
import { tell } from './console.ts'
import { KERNEL } from './recording/observation.ts'
import { observe } from './recording/observe.ts'
import { observeHook, quietly } from './recording/observe-hook.ts'

/** Kernels that tell their findings already: devtools() composes this plugin as well. */
const telling: WeakSet<Kernel> = new WeakSet()

/**
 * Writes findings to the console in the development build: one line each, once on a page.
 *
 * @example createIdentity(options, [fetchTransport(), sessionCache(), consoleFindings()])
 */
export function consoleFindings(): Plugin {
  return {
    name: 'console-findings',
    setup(kernel) {
      if (!__DEV__ || telling.has(kernel)) return
      telling.add(kernel)
      const observation = observe(kernel)
      const setUp = () => setUpFindings(observation)
      const tellAll = (findings: Finding[]) => {
        for (const finding of findings) tell(kernel.window, finding)
      }
      /** Tells of what has happened so far. @returns what says best why the latest call has failed */
      const tellAnswer = () => {
        const refusal = refusalFinding(observation)
        const answer = [...seenFindings(observation), ...(refusal ? [refusal] : []), ...callFindings(observation)]
        const findings = withoutContradictions([...answer, ...setUp()])
        tellAll(findings)
        return causeIn(findings.filter((finding) => answer.includes(finding)))
      }

      kernel.use('first', (_call, next) => {
        quietly(() => tellAll(setUp()))
        return next()
      })
      observeHook(kernel, 'session:settled', ({ error }) => {
        const cause = tellAnswer()
        if (error && cause && !error.retryAt) rememberCause(observation, cause.id)
      })
      observeHook(kernel, 'login:started', ({ wasBlocked }) => {
        if (wasBlocked) tellAnswer()
      })
      return { [KERNEL]: kernel }
    },
  }
}
