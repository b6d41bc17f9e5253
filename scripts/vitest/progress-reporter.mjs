/**
 * Beside vitest's own reporter, which has a line for each file: how far the run is, which files took longest, and what was left out
 * for which reason.
 */
const SLOW_MS = 5000
const MOST_SLOW = 5

const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`

/**
 * A line for each reason that skipped tests give.
 *
 * @param {string[]} reasons one of each test
 */
export function linesOfSkipped(reasons) {
  const counts = new Map()
  for (const reason of reasons) counts.set(reason, (counts.get(reason) ?? 0) + 1)
  return [...counts].map(
    ([reason, count]) => `Not run: ${count} ${count === 1 ? 'test' : 'tests'}. ${reason}`,
  )
}

/** The reasons of the tests that were skipped while a file ran. */
const reasonsIn = (module) =>
  [...module.children.allTests('skipped')].flatMap((test) => test.result().note ?? [])

export default class ProgressReporter {
  #all = 0
  #ended = 0
  #failed = 0
  #tenths = 0
  #began = 0

  onTestRunStart(specifications) {
    this.#all = specifications.length
    this.#began = performance.now()
  }

  onTestModuleEnd(module) {
    this.#ended += 1
    if (!module.ok()) this.#failed += 1
    const tenths = Math.floor((10 * this.#ended) / this.#all)
    if (tenths === this.#tenths) return
    this.#tenths = tenths
    const failed = this.#failed ? `, ${this.#failed} of them failed` : ''
    console.log(
      `   ${this.#ended} of ${this.#all} files${failed}, ${seconds(performance.now() - this.#began)}`,
    )
  }

  onTestRunEnd(modules) {
    const slow = modules
      .map((module) => ({ file: module.relativeModuleId, ms: module.diagnostic().duration }))
      .filter(({ ms }) => ms > SLOW_MS)
      .sort((one, other) => other.ms - one.ms)
      .slice(0, MOST_SLOW)
    for (const { file, ms } of slow) console.log(`   slow: ${file}, ${seconds(ms)}`)
    for (const line of linesOfSkipped(modules.flatMap(reasonsIn))) console.log(line)
  }
}
