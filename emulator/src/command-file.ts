// The options of the command, kept in a file: for a project that starts the emulator the same way each time.

import { existsSync, readFileSync } from 'node:fs'

/** The file that is read when it is there and no other is named. */
export const DEFAULT_FILE = 'portico-emulator.json'

/** The options by their names, as text. */
export type FileOptions = Partial<Record<'port' | 'site' | 'env' | 'data' | 'presence-cookie', string>>

const NAMES = ['port', 'site', 'env', 'data', 'presence-cookie']

/**
 * Reads the options in a file.
 *
 * @param file the one that is named on the command line; without it, the default one, if it is there
 * @throws {TypeError} in a sentence, when it cannot be read or holds something else
 */
export function optionsInFile(file: string | undefined): FileOptions {
  if (file === undefined && !existsSync(DEFAULT_FILE)) return {}
  const name = file ?? DEFAULT_FILE
  let given: unknown
  try {
    given = JSON.parse(readFileSync(name, 'utf8'))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new TypeError(code === 'ENOENT' ? `there is no file ${name}` : `${name} is no JSON`)
  }
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw new TypeError(`${name} is no JSON object`)
  for (const [option, value] of Object.entries(given)) {
    if (!NAMES.includes(option))
      throw new TypeError(`${name} has an option "${option}", and the options are ${NAMES.join(', ')}`)
    if (typeof value !== 'string' && typeof value !== 'number')
      throw new TypeError(`${option} in ${name} must be text`)
  }
  return Object.fromEntries(Object.entries(given).map(([option, value]) => [option, `${value}`]))
}
