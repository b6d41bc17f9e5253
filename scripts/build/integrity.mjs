/**
 * The integrity (SRI) of the script-tag builds, which the documentation gives and a release prints. Prints them at the end of
 * `npm run build`.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { ROOT } from '../system/processes.mjs'

/** The files that a reader's page loads by a script tag. */
const FILES = ['dist/portico.min.js', 'dist/portico.full.min.js']

/** What the `integrity` attribute of a script tag says of a file. */
export function integrityOf(file) {
  return `sha384-${createHash('sha384').update(readFileSync(file)).digest('base64')}`
}

/** A line for each file: its name, and the attribute. */
export const integrityLines = () =>
  FILES.map((file) => `${file}  integrity="${integrityOf(`${ROOT}/${file}`)}"`)

if (import.meta.url === pathToFileURL(process.argv[1]).href) console.log(integrityLines().join('\n'))
