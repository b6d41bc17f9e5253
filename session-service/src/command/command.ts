#!/usr/bin/env node
// The command: a session service for those who write no server.

import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { getRequestListener } from '@hono/node-server'
import { createSessionService } from '../create-session-service.ts'
import type { ServiceEvent } from '../events.ts'
import type { SessionServiceOptions } from '../options/options.ts'
import { OptionsError } from '../options/options-error.ts'
import { commandOptions } from './command-options.ts'
import { DEFAULT_FILE, readConfig } from './config.ts'
import { createLog } from './log.ts'
import { managementApp } from './management.ts'
import { createMetrics } from './metrics.ts'
import { openStore, whomStoreIsFor } from './open-store.ts'
import { serve } from './servers.ts'

const HELP = `Usage: portico-session-service [options]

A session service for any OpenID provider.

  --config F  a JSON file with the options (default ${DEFAULT_FILE}, if it is there)
  --check     check the options, and end
  --help      show this text

Variables such as PORTICO_ORIGIN and PORTICO_COOKIE_SECRET count before the file. The README names them all.
`

async function functionsIn(file: string | undefined): Promise<Partial<SessionServiceOptions>> {
  if (file === undefined) return {}
  try {
    return { ...(await import(pathToFileURL(resolve(file)).href)) }
  } catch (cause) {
    throw new OptionsError([`functions: the module ${file} cannot be loaded (${(cause as Error).message})`])
  }
}

async function run(): Promise<void> {
  const { config, check, help } = parseArgs({
    options: { config: { type: 'string' }, check: { type: 'boolean' }, help: { type: 'boolean' } },
  }).values
  if (help) {
    process.stdout.write(HELP)
    return
  }
  const { command, service: given } = commandOptions(readConfig(config, process.env))
  const log = createLog(command.logLevel)
  const metrics = createMetrics()
  // Such as those of a store, of settings by which data gets lost.
  process.on('warning', ({ name, message }) => log.warn({ name }, message))
  const store = await openStore(command.store)
  const onEvent = (event: ServiceEvent): void => {
    log.record(event)
    metrics.record(event)
  }
  const options = { ...given, ...(await functionsIn(command.functions)), store, onEvent }
  const service = createSessionService(options as unknown as SessionServiceOptions)
  if (check) {
    await service.close()
    process.stdout.write(`The options can be used. ${whomStoreIsFor(command.store)}\n`)
    return
  }

  let isStopping = false
  const listen = (fetch: (request: Request) => Response | Promise<Response>) =>
    getRequestListener(fetch, { overrideGlobalObjects: false })
  const readers = await serve(listen(service.fetch), command)
  const management =
    command.managementPort === undefined
      ? undefined
      : await serve(listen(managementApp(service, metrics, () => isStopping).fetch), {
          port: command.managementPort,
          host: command.managementHost,
        })
  log.info(
    { port: readers.port, managementPort: management?.port, environment: service.environment },
    'listening',
  )

  async function stop(): Promise<void> {
    if (isStopping) return
    isStopping = true
    log.info('stopping')
    await readers.stop()
    await management?.stop()
    await service.close()
    log.info('stopped')
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop())
}

run().catch((error: unknown) => {
  process.stderr.write(`${error instanceof OptionsError ? error.message : (error as Error).stack}\n`)
  process.exit(error instanceof OptionsError ? 2 : 1)
})
