/** Runs one job after the other in a thread of its own, since a simulation takes over the clock and the chance of its thread. */
import { parentPort, workerData } from 'node:worker_threads'
import { loadClients } from './clients.mjs'
import { sceneOf } from './scenes.mjs'
import { simulateDay, simulateScene } from './simulate.mjs'

// Thousands of errors are thrown, and nobody reads where.
Error.stackTraceLimit = 0

const loaded = new Map()
const clientOf = async ({ client, changes = {} }) => {
  const key = JSON.stringify(changes)
  if (!loaded.has(key)) loaded.set(key, await loadClients(workerData.root, { changes }))
  return loaded.get(key).find(({ name }) => name === client)
}

parentPort.on('message', async (job) => {
  const client = await clientOf(job)
  const onProgress = () => parentPort.postMessage({})
  const scene = job.scene && sceneOf(job.scene)
  const counts = scene
    ? await simulateScene(client, scene, { ...job, onProgress })
    : await simulateDay(client, { ...job, onProgress })
  parentPort.postMessage({ counts })
})
