/** Runs tests as vitest does, but once one has failed no more files are loaded: a mutant needs to be noticed once. */
import { TestRunner } from 'vitest'

export default class UntilNoticed extends TestRunner {
  #isOver = false

  override cancel(reason: Parameters<TestRunner['cancel']>[0]): void {
    this.#isOver = true
    super.cancel(reason)
  }

  override importFile(...file: Parameters<TestRunner['importFile']>): unknown {
    return this.#isOver ? undefined : super.importFile(...file)
  }
}
