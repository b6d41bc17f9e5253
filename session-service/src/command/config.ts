// The configuration of the command: a JSON file, and environment variables, which override the file.

import { readFileSync } from 'node:fs'
import { OptionsError } from '../options/options-error.ts'

/** The options of the command, unchecked. */
export type Config = Record<string, unknown>

/** The file that is read when it is there and no other is named. */
export const DEFAULT_FILE = 'session-service.json'

/** Variables, and the options that they set. A text that is JSON of a list, an object, a number or true is taken as that. */
const VARIABLES: Readonly<Record<string, string>> = {
  PORTICO_PORT: 'port',
  PORTICO_HOST: 'host',
  PORTICO_MANAGEMENT_PORT: 'managementPort',
  PORTICO_MANAGEMENT_HOST: 'managementHost',
  PORTICO_MANAGEMENT_SECRET: 'managementSecret',
  PORTICO_LOG_LEVEL: 'logLevel',
  PORTICO_STORE: 'store',
  PORTICO_FUNCTIONS: 'functions',
  PORTICO_ORIGIN: 'origin',
  PORTICO_SITES: 'sites',
  PORTICO_HOSTS: 'hosts',
  PORTICO_COOKIE_SECRET: 'cookieSecret',
  PORTICO_IDENTITY_SECRET: 'identitySecret',
  PORTICO_CODE_REDEMPTION: 'codeRedemption',
  PORTICO_PROVIDER_ISSUER: 'provider.issuer',
  PORTICO_PROVIDER_CLIENT_ID: 'provider.clientId',
  PORTICO_PROVIDER_CLIENT_SECRET: 'provider.clientSecret',
}

type Variables = Readonly<Record<string, string | undefined>>

/**
 * Reads file and variables. A text `$NAME` in the file stands for the variable NAME, and `NAME_FILE` names a file that holds it.
 *
 * @param file the one that is named on the command line; without it, the default one, if it is there
 * @throws {OptionsError} when something cannot be read, a variable is missing, or there is neither a file nor a variable
 */
export function readConfig(file: string | undefined, variables: Variables): Config {
  const problems: string[] = []
  const content = fileContent(file)
  const config = resolved(content ?? {}, [], variables, problems) as Config
  for (const [name, path] of Object.entries(VARIABLES)) {
    const text = variable(name, variables, problems)
    if (text !== undefined) put(config, path.split('.'), parsed(text))
  }
  if (problems.length > 0) throw new OptionsError(problems)
  if (content === undefined && Object.keys(config).length === 0)
    throw new OptionsError([
      `There is no ${DEFAULT_FILE} in this folder. Go to its folder, or name a file with --config`,
    ])
  return config
}

/** What the file says; undefined where none is named, and the default one is not there. */
function fileContent(file: string | undefined): Config | undefined {
  const name = file ?? DEFAULT_FILE
  let content: unknown
  try {
    content = JSON.parse(readFileSync(name, 'utf8'))
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT'
    if (isMissing && file === undefined) return undefined
    throw new OptionsError([isMissing ? `There is no file ${name}. Name another one` : `${name} is no JSON`])
  }
  if (typeof content === 'object' && content !== null && !Array.isArray(content)) return content as Config
  throw new OptionsError([`${name} is no JSON object`])
}

/** The value of a variable, or of the file that it names. */
function variable(name: string, variables: Variables, problems: string[]): string | undefined {
  const text = variables[name]
  const path = variables[`${name}_FILE`]
  if (text !== undefined || path === undefined) return text
  try {
    return readFileSync(path, 'utf8').trim()
  } catch {
    problems.push(`${name}_FILE: the file cannot be read`)
    return undefined
  }
}

/** Replaces each text `$NAME` in a value. */
function resolved(
  value: unknown,
  path: readonly string[],
  variables: Variables,
  problems: string[],
): unknown {
  if (Array.isArray(value))
    return value.map((one, index) => resolved(one, [...path, `${index}`], variables, problems))
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).map(([name, one]) => [
      name,
      resolved(one, [...path, name], variables, problems),
    ])
    return Object.fromEntries(entries)
  }
  const [, name] = (typeof value === 'string' && /^\$([A-Z]\w*)$/.exec(value)) || []
  if (name === undefined) return value
  const text = variable(name, variables, problems)
  if (text === undefined)
    problems.push(`${path.join('.')}: there is no variable ${name}. Set it, or ${name}_FILE`)
  return text
}

function put(config: Config, [name = '', ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) {
    config[name] = value
    return
  }
  const inner = config[name]
  config[name] = typeof inner === 'object' && inner !== null ? { ...inner } : {}
  put(config[name] as Config, rest, value)
}

function parsed(text: string): unknown {
  if (!/^\s*([[{]|\d+\s*$|(true|false)\s*$)/.test(text)) return text
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
