#!/usr/bin/env node
// The command: a session service for those who write no server.

import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import { createSessionService } from '../create-session-service.ts'
import type { ServiceEvent } from '../events.ts'
import { secretProblems } from '../options/check-secrets.ts'
import type { SessionServiceOptions } from '../options/options.ts'
import { OptionsError } from '../options/options-error.ts'
import { commandOptions } from './command-options.ts'
import { DEFAULT_FILE, readConfig } from './config.ts'
import { connectionProblems } from './connect.ts'
import { copy } from './copy.ts'
import { createLog } from './log.ts'
import { type Action, manage, targetOf, waitForStore } from './manage.ts'
import { manageRoutes } from './manage-routes.ts'
import { managementApp } from './management.ts'
import { createMetrics } from './metrics.ts'
import { openStore, storeAdvice } from './open-store.ts'
import { serve } from './servers.ts'

const STANDARD_ERROR = 2

const CONNECTED = 'The provider answers, and the store does all that it has to. '

const HELP = `Usage: portico-session-service [command] [options]

A session service for any OpenID provider. Without a command it runs.

  sessions     show the sessions of a reader
  end          end the sessions of a reader
  forget       end them, and let the store forget the reader
  copy         bring all sessions from one store into another one

  --subject S  the reader: their sub at the provider
  --sid S      a session at the provider, for sessions and end
  --from, --to the stores of a copy, such as sqlite:sessions.db; $NAME stands for a variable
  --config F   a JSON file with the options (default ${DEFAULT_FILE}, if it is there)
  --check      check the options, and end
  --connect    with --check: ask the provider and the store, too
  --help       show this text

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
  const { values, positionals } = parseArgs({
    options: {
      config: { type: 'string' },
      check: { type: 'boolean' },
      connect: { type: 'boolean' },
      help: { type: 'boolean' },
      subject: { type: 'string' },
      sid: { type: 'string' },
      from: { type: 'string' },
      to: { type: 'string' },
    },
    allowPositionals: true,
  })
  const { config, check, connect, help } = values
  if (help) {
    process.stdout.write(HELP)
    return
  }
  const [action] = positionals
  if (action === 'copy') {
    const copied = await copy(values, process.env)
    process.stdout.write(`${JSON.stringify(copied, null, 2)}\n`)
    process.exitCode = copied.conflicts > 0 ? 1 : 0
    return
  }
  const { command, service: given } = commandOptions(readConfig(config, process.env))
  const target = action === undefined ? undefined : targetOf(action, values)
  // What was asked for goes to standard output, and the log does not.
  const log = createLog(command.logLevel, target ? STANDARD_ERROR : undefined)
  const metrics = createMetrics()
  // Such as those of a store, of settings by which data gets lost.
  process.on('warning', ({ name, message }) => log.warn({ name }, message))
  const store = await openStore(command.store)
  const functions = await functionsIn(command.functions)
  const onEvent = (event: ServiceEvent): void => {
    log.record(event)
    metrics.record(event)
    functions.onEvent?.(event)
  }
  const options = { ...given, ...functions, store, onEvent }
  const checked = options as unknown as SessionServiceOptions
  const service = createSessionService(checked)
  const problems = secretProblems(checked, command.managementSecret)
  if (problems.length > 0) throw new OptionsError(problems)
  if (check) {
    let connected = ''
    const onLogout = (sentence: string): void => {
      connected = `${CONNECTED}${sentence} `
    }
    const refusals = connect ? await connectionProblems(checked.provider, store, onLogout) : []
    await service.close()
    if (refusals.length > 0) throw new OptionsError(refusals)
    process.stdout.write(`The options can be used. ${connected}${storeAdvice(command.store)}\n`)
    return
  }
  if (target) {
    await waitForStore(action as Action, store)
    const result = await manage(service, action as Action, target)
    process.stdout.write(`${JSON.stringify(result, null, 2)}\n`)
    await service.close()
    return
  }

  let isStopping = false
  const listen = (fetch: (request: Request) => Response | Promise<Response>) =>
    getRequestListener(fetch, { overrideGlobalObjects: false })
  const readers = await serve(listen(service.fetch), command)
  const management =
    command.managementPort === undefined
      ? undefined
      : await serve(listen(managementRoutes().fetch), {
          port: command.managementPort,
          host: command.managementHost,
        })
  const { environment, environments } = service
  const forPages = environments.length > 1 ? { environments } : { environment }
  log.info({ port: readers.port, managementPort: management?.port, ...forPages }, 'listening')
  // The log then says what a logout means at the provider; or that the provider, or the store, is not there.
  void service.check()

  function managementRoutes(): Hono {
    const app = managementApp(service, metrics, () => isStopping)
    const { managementSecret } = command
    return managementSecret === undefined
      ? app
      : app.route('/', manageRoutes(service, managementSecret, onEvent))
  }

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

run().catch((error: Error & { readonly code?: string }) => {
  const isOfArguments = error.code?.startsWith('ERR_PARSE_ARGS') ?? false
  const isWrongUse = error instanceof OptionsError || isOfArguments
  const text = isOfArguments ? `portico-session-service: ${error.message} (see --help)` : error.message
  process.stderr.write(`${isWrongUse ? text : error.stack}\n`)
  process.exit(isWrongUse ? 2 : 1)
})
