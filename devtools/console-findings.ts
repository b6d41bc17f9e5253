/**
 * Tells a developer in the console what keeps the page from knowing its reader. The class of the full identity
 * composes it in its development build; it does nothing in production.
 * Hooks: all, to look on. Storage: when a login began, and what explains the latest failure. Methods: none.
 */
import type { Kernel, Plugin } from '../core/plugin.ts'
import { answerFindings } from './answer-checks.ts'
import type { Finding } from './catalogue.ts'
import { tell } from './console.ts'
import { KERNEL, observe } from './observation.ts'
import { rememberCause } from './pause-checks.ts'
import { unreachableFinding } from './probes.ts'
import { lookOn } from './record.ts'
import { setUpFindings } from './set-up-checks.ts'

/** Kernels whose findings are told: a page may compose devtools() besides. */
const telling: WeakSet<Kernel> = new WeakSet()

/**
 * Writes findings to the console, one line each and once on a page, in the development build.
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
      const { window } = kernel
      const tellAll = (findings: Finding[]) => {
        for (const finding of findings) tell(window, finding)
      }

      lookOn(kernel, 'session:request', () => tellAll(setUpFindings(observation)))
      lookOn(kernel, 'session:accepted', () => tellAll(answerFindings(observation)))
      lookOn(kernel, 'session:failed', ({ error, answer }) => {
        const findings = answerFindings(observation)
        tellAll(findings)
        const [cause] = findings
        if (cause && !error.retryAt) rememberCause(observation, cause.id)
        const isUnexplained = error.reason === 'session-unreachable' && !answer && !cause
        if (!isUnexplained) return
        void unreachableFinding(observation).then((finding) => {
          if (kernel.signal.aborted) return
          tell(window, finding)
          rememberCause(observation, finding.id)
        })
      })
      lookOn(kernel, 'login:before', () => window.queueMicrotask?.(() => tellAll(answerFindings(observation))))
      return { [KERNEL]: kernel } as unknown as undefined
    },
  }
}
