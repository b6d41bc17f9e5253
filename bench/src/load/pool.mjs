/** Simulations beside each other, one in each core: each is a thread of its own, so that their order changes nothing. */
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { SEEDS } from './parameters.mjs'

const THREAD = new URL('./simulation.mjs', import.meta.url)

let free = availableParallelism()
const waiting = []
let [begun, ended] = [0, 0]

/** Runs a simulation as soon as there is a core for it. @returns what it counts */
export async function simulate(job) {
  begun++
  if (free) free--
  else await new Promise((begin) => waiting.push(begin))
  const [counts] = await once(new Worker(THREAD, { workerData: job }), 'message')
  if (waiting.length) waiting.shift()()
  else free++
  console.error(`${++ended} of ${begun}  ${job.scene ?? 'day'}: ${job.client}`)
  return counts
}

/** The same with each seed, or with some of them. */
export const simulateSeeds = (job, seeds = SEEDS) =>
  Promise.all(seeds.map((seed) => simulate({ ...job, seed })))
