// The contract of a store, as test cases for any runner. A publisher with a store of their own runs the cases against it.

import { ok } from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import type { Case, StoreFaults, Until } from './contract/case.ts'
import { countingCases } from './contract/counting-cases.ts'
import { endCases } from './contract/end-cases.ts'
import { faultCases } from './contract/fault-cases.ts'
import { logoutCases } from './contract/logout-cases.ts'
import { sessionCases } from './contract/session-cases.ts'
import type { SessionStore } from './session-store.ts'

/** One case. */
export interface StoreCase {
  readonly name: string
  /** Rejects when the store breaks the contract. */
  run(): Promise<void>
}

/** Options of {@link storeContract}. */
export interface StoreContractOptions {
  /** How long a case waits for what the store does by itself, in milliseconds. @default 10000 */
  timeoutMs?: number
  /** Faults of the store while it is used. @default none: those cases are left out */
  faults?: StoreFaults
}

export type { Fault, StoreFaults } from './contract/case.ts'

/**
 * The test cases that a store has to pass.
 *
 * @param open opens the store, as one more process would: each call returns another handle to the same data. The cases close it
 * @example for (const { name, run } of storeContract(() => myStore(url))) test(name, run)
 */
export function storeContract(
  open: () => SessionStore | Promise<SessionStore>,
  { timeoutMs = 10_000, faults = {} }: StoreContractOptions = {},
): StoreCase[] {
  const until: Until = async (what, isSo) => {
    const deadline = Date.now() + timeoutMs
    while (!(await isSo())) {
      ok(Date.now() < deadline, `${what} within ${timeoutMs} ms`)
      await delay(5)
    }
  }
  async function run(check: Case[1]): Promise<void> {
    const one = await open()
    const two = await open()
    try {
      await check(one, two, until)
    } finally {
      await one.close()
      await two.close()
    }
  }
  const cases = [...sessionCases, ...logoutCases, ...endCases, ...countingCases, ...faultCases(faults)]
  return cases.map(([name, check]) => ({ name, run: () => run(check) }))
}
