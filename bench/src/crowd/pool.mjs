/** Simulations beside each other, one in each core: each has a seed of its own, so that their order changes nothing. */
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { createProgress } from './progress.mjs'
import { QUIET, SCENES } from './scenes.mjs'
import { DAY_STEPS, stepsOf } from './simulate.mjs'

/**
 * One simulation: of a scene, or of a day where none is named.
 *
 * @typedef {{ client: string, seed: number, scale: number, scene?: string, step?: number, ordinary?: number,
 *   habits?: object, changes?: object }} Job
 */

const stepsOfJob = ({ scene, step }) =>
  scene
    ? stepsOf(
        [QUIET, ...SCENES].find(({ name }) => name === scene),
        step,
      )
    : DAY_STEPS

const nameOf = ({ client, scene = 'day' }) => `${scene}: ${client}`

/**
 * @param {string} root the repository
 * @param {Job[]} jobs
 * @returns {Promise<Record<string, number[]>[]>} what each job counted, in their order
 */
export async function runAll(root, jobs) {
  const progress = createProgress(jobs.reduce((sum, job) => sum + stepsOfJob(job), 0))
  const results = []
  let next = 0
  const work = () =>
    new Promise((resolve, reject) => {
      const worker = new Worker(new URL('./worker.mjs', import.meta.url), { workerData: { root } })
      let index
      const take = () => {
        if (next === jobs.length) return resolve(worker.terminate())
        index = next++
        worker.postMessage(jobs[index])
      }
      worker.on('error', reject)
      worker.on('message', ({ counts }) => {
        if (!counts) return progress(nameOf(jobs[index]))
        results[index] = counts
        take()
      })
      take()
    })
  await Promise.all(Array.from({ length: Math.min(availableParallelism(), jobs.length) }, work))
  progress.end()
  return results
}
