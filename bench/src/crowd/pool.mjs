/** Simulations beside each other, one in each core: each has a seed of its own, so that their order changes nothing. */
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { sceneOf } from './scenes.mjs'
import { DAY_STEPS, stepsOf } from './simulate.mjs'

/**
 * One simulation: of a scene, or of a day where none is named.
 *
 * @typedef {{ client: string, as?: string, seed: number, scale: number, scene?: string, step?: number, ordinary?: number,
 *   habits?: object, after?: number, isOfStrangers?: boolean, changes?: object }} Job
 */

/** Of a day, in seconds of the busiest hour. */
const A_DAY = 51_000

const daysOf = ({ after = 0 }) => 1 + after / 86_400
const stepsOfJob = (job) => (job.scene ? stepsOf(sceneOf(job.scene), job.step) : DAY_STEPS * daysOf(job))
const lengthOfJob = (job) => (job.scene ? stepsOfJob(job) * job.step : A_DAY * daysOf(job)) / job.scale

/** How long jobs take, in some unit. */
export const lengthOfAll = (jobs) => jobs.reduce((sum, job) => sum + lengthOfJob(job), 0)

const nameOf = ({ client, as = client, scene = 'day' }) => `${scene}: ${as}`

/**
 * @param {string} root the repository
 * @param {Job[]} jobs
 * @param {(what: string, much: number) => void} progress told how much of `lengthOfAll` is done
 * @returns {Promise<Record<string, number[]>[]>} what each job counted, in their order
 */
export async function runAll(root, jobs, progress) {
  const results = []
  // The longest first, so that no core is left with one at the end.
  const waiting = [...jobs.keys()].sort((one, other) => lengthOfJob(jobs[other]) - lengthOfJob(jobs[one]))
  const work = () =>
    new Promise((resolve, reject) => {
      const worker = new Worker(new URL('./worker.mjs', import.meta.url), { workerData: { root } })
      let index
      const take = () => {
        if (!waiting.length) return resolve(worker.terminate())
        index = waiting.shift()
        worker.postMessage(jobs[index])
      }
      worker.on('error', reject)
      worker.on('message', ({ counts }) => {
        const job = jobs[index]
        if (!counts) return progress(nameOf(job), lengthOfJob(job) / stepsOfJob(job))
        results[index] = counts
        take()
      })
      take()
    })
  await Promise.all(Array.from({ length: Math.min(availableParallelism(), jobs.length) }, work))
  return results
}
