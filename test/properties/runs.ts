/**
 * How often each property is tried: 200 times, or as often as PROPERTY_RUNS says; with PROPERTY_SEED, by the same input
 * each time.
 */
import fc from 'fast-check'

const { PROPERTY_RUNS = 200, PROPERTY_SEED } = process.env

/** How often each property is tried. */
export const RUNS: number = Number(PROPERTY_RUNS)

fc.configureGlobal({ numRuns: RUNS, ...(PROPERTY_SEED && { seed: Number(PROPERTY_SEED) }) })
