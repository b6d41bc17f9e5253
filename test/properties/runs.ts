/** How often each property is tried: 200 times, or as often as PROPERTY_RUNS says. */
import fc from 'fast-check'

fc.configureGlobal({ numRuns: Number(process.env.PROPERTY_RUNS ?? 200) })
