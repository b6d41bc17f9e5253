// The options that only the command has, checked; the others go on to the service, which checks them itself.

import { z } from 'zod'
import { OptionsError } from '../options/options-error.ts'
import { secret } from '../options/schemas.ts'
import type { Secret } from '../options/secret.ts'
import type { Config } from './config.ts'
import { isStoreAddress } from './open-store.ts'

/** Options of the command beside those of the service. */
export interface CommandOptions {
  readonly port: number
  readonly host: string
  readonly managementPort: number | undefined
  readonly managementHost: string
  /** The bearer token with which an operator manages sessions on that port. */
  readonly managementSecret: Secret | undefined
  readonly logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent'
  /** `sqlite:<file>`, or the address of a PostgreSQL or a Redis. */
  readonly store: string
  /** A module of the site, whose exports are the options that are functions. */
  readonly functions: string | undefined
  readonly tls: { readonly key: string; readonly cert: string } | undefined
}

const port = z
  .int({ error: 'give a port' })
  .min(0, { error: 'give a port' })
  .max(65_535, { error: 'give a port' })
const host = z.string({ error: 'give an address, such as 0.0.0.0' }).min(1)
const path = z.string({ error: 'give the name of a file' }).min(1)
const STORE =
  'give sqlite:<file>, such as sqlite:sessions.db, or the address of a PostgreSQL or a Redis, such as postgres://user@127.0.0.1:5432/sessions or redis://127.0.0.1:6379'

const schema = z.object({
  port: port.default(8080),
  host: host.default('127.0.0.1'),
  managementPort: port.optional(),
  managementHost: host.default('127.0.0.1'),
  managementSecret: secret.optional(),
  logLevel: z
    .enum(['debug', 'info', 'warn', 'error', 'silent'], { error: 'give debug, info, warn, error or silent' })
    .default('info'),
  store: z.string({ error: STORE }).refine(isStoreAddress, { error: STORE }),
  functions: path.optional(),
  tls: z.strictObject({ key: path, cert: path }, { error: 'give key and cert, names of files' }).optional(),
})

/** Splits the options of the command from those of the service. @throws {OptionsError} with a line for each problem */
export function commandOptions(config: Config): { command: CommandOptions; service: Config } {
  const { success, data, error } = schema.safeParse(config)
  if (!success)
    throw new OptionsError(error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`))
  const own = Object.keys(schema.shape)
  const service = Object.fromEntries(Object.entries(config).filter(([name]) => !own.includes(name)))
  return { command: data as CommandOptions, service }
}
