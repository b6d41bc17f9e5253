#!/usr/bin/env node
// The command: starts an emulator, prints the address to open, then one line per request until it is stopped.

import { parseArgs } from 'node:util'
import { DEFAULT_FILE, optionsInFile } from './command-file.ts'
import { DEFAULT_PORT, startOn, startOnFreePort } from './command-port.ts'
import { EmulatorError } from './emulator-error.ts'
import type { EnvChange } from './env-file.ts'
import { ACCOUNT_HOST } from './hosts.ts'
import { formatEntry } from './http/request-log.ts'
import { registerOwnSite, registerPage } from './own-site.ts'
import { PUBLISHERS } from './publishers.ts'
import type { EmulatorOptions } from './start-emulator.ts'

const HELP = `Usage: portico-emulator [options]

Plays an account service, two publishers' session services and two demo sites on one port of this machine.

  --port N     port to listen on (default ${DEFAULT_PORT}, or the next free one; 0 picks any free one)
  --site URL   redirect URI of a site of your own, such as http://www.site.localhost:3000/callback
  --redirect-uri URL
               let pages at the address of another site of your own log in as the first demo site
  --env FILE   where to write what that site needs to know, for node --env-file (default site.env);
               other variables in that file stay
  --data DIR   keep users and sessions in DIR over restarts (default: in memory)
  --presence-cookie NAME
               let the session services set a cookie of that name from login to logout (default: none)
  --config F   a JSON file with any of port, site, env, data and presence-cookie (default ${DEFAULT_FILE}, if it is there)
  --help       show this text
`

class UsageError extends Error {}

interface Arguments {
  port?: number | undefined
  data?: string | undefined
  'presence-cookie'?: string | undefined
  site?: string | undefined
  'redirect-uri'?: string | undefined
  env: string
  help: boolean
}

function readArguments(): Arguments {
  let values: Omit<Partial<Arguments>, 'port'> & { port?: string }
  try {
    const { config, ...named } = parseArgs({
      options: {
        port: { type: 'string' },
        data: { type: 'string' },
        'presence-cookie': { type: 'string' },
        site: { type: 'string' },
        'redirect-uri': { type: 'string' },
        env: { type: 'string' },
        config: { type: 'string' },
        help: { type: 'boolean' },
      },
    }).values
    // what is named on the command line counts
    values = { ...optionsInFile(config), ...named }
  } catch (error) {
    throw new UsageError((error as Error).message.split('. ')[0])
  }
  const { port, env = 'site.env', help = false, ...rest } = values
  if (values.env !== undefined && rest.site === undefined) throw new UsageError('--env is for --site')
  if (port === undefined) return { ...rest, env, help }
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535)
    throw new UsageError(`--port ${port} is not a port number`)
  return { ...rest, port: Number(port), env, help }
}

/** Does what an option asks for. If that is refused, the option was wrong. */
function asked<T>(option: string, act: () => T): T {
  try {
    return act()
  } catch (error) {
    throw new UsageError(`${option}: ${(error as Error).message}`)
  }
}

async function run(): Promise<void> {
  const {
    port,
    data,
    'presence-cookie': presenceCookie,
    'redirect-uri': redirectUri,
    site,
    env,
    help,
  } = readArguments()
  if (help) {
    process.stdout.write(HELP)
    return
  }
  const options: EmulatorOptions = {
    ...(data !== undefined && { data }),
    presenceCookie,
    onRequest: (entry) => console.log(formatEntry(entry)),
  }
  const emulator = await (port === undefined ? startOnFreePort(options) : startOn(port, options))
  // before the address is printed: whoever reads it may stop the process at once. And more than once: a terminal
  // sends Ctrl-C to every process of a group, which may pass it on to each other.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      emulator.close().then(() => process.exit(0))
    })
  }
  let written: EnvChange | undefined
  try {
    if (site !== undefined) written = asked(`--site ${site}`, () => registerOwnSite(emulator, site, env))
    if (redirectUri !== undefined)
      asked(`--redirect-uri ${redirectUri}`, () => registerPage(emulator, redirectUri))
  } catch (error) {
    await emulator.close()
    throw error
  }
  const home = PUBLISHERS.map(({ name, siteHost }) => `  ${name.padEnd(18)}${emulator.url(siteHost)}`)
  if (port === undefined && emulator.port !== DEFAULT_PORT)
    console.log(`Port ${DEFAULT_PORT} is taken, so this is port ${emulator.port}.`)
  if (site !== undefined)
    console.log(`Your own site is ${new URL(site).origin}/. What its server needs to know is in ${env}.`)
  if (written?.added.length) console.log(`Added there: ${written.added.join(', ')}.`)
  if (written?.changed.length) console.log(`Changed there: ${written.changed.join(', ')}.`)
  console.log(`Portico emulator is running. Open a demo site:\n\n${home.join('\n')}`)
  console.log(`\nControl page: ${emulator.url(ACCOUNT_HOST, '/control')}\nStop with Ctrl-C.\n`)
}

run().catch((error: unknown) => {
  if (error instanceof UsageError) {
    console.error(`portico-emulator: ${error.message} (see --help)`)
    process.exit(2)
  }
  console.error(error instanceof EmulatorError ? `portico-emulator: ${error.message}` : error)
  process.exit(1)
})
