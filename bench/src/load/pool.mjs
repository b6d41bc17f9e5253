/** Simulations beside each other, one in each core: each is a run of its own, so that their order changes nothing. */
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'

/** @returns `run(job)` for what it counts, which waits for a core, and `close()` */
export function openPool() {
  const open = () => new Worker(new URL('./worker.mjs', import.meta.url))
  const workers = Array.from({ length: availableParallelism() }, open)
  const idle = [...workers]
  const waiting = []
  let [begun, ended] = [0, 0]

  return {
    async run(job) {
      begun++
      const worker = idle.pop() ?? (await new Promise((resolve) => waiting.push(resolve)))
      worker.postMessage(job)
      const [counts] = await once(worker, 'message')
      const next = waiting.shift()
      if (next) next(worker)
      else idle.push(worker)
      console.error(`${++ended} of ${begun}  ${job.scene ?? 'day'}: ${job.client}`)
      return counts
    },
    close: () => Promise.all(workers.map((worker) => worker.terminate())),
  }
}
