/** Runs one simulation after the other in a thread of its own, whose clock and chance each of them takes over. */
import { parentPort } from 'node:worker_threads'
import { loadClients } from './clients.mjs'
import { simulate } from './simulate.mjs'

// Thousands of errors are thrown, and nobody reads where.
Error.stackTraceLimit = 0

const clients = await loadClients()
parentPort.on('message', async ({ client, ...job }) =>
  parentPort.postMessage(await simulate(clients[client], job)),
)
