/**
 * Runs tests as vitest does, but once one has failed no more files are loaded: a mutant needs to be noticed once. A file that cannot be
 * loaded is a failed test, as Stryker counts nothing but tests.
 */
import { TestRunner, test } from 'vitest'

export default class UntilNoticed extends TestRunner {
  #isOver = false

  override cancel(reason: Parameters<TestRunner['cancel']>[0]): void {
    this.#isOver = true
    super.cancel(reason)
  }

  override async importFile(...file: Parameters<TestRunner['importFile']>): Promise<unknown> {
    if (this.#isOver) return
    try {
      return await super.importFile(...file)
    } catch (error) {
      test('can be loaded', () => Promise.reject(error))
    }
  }
}
