/**
 * The integrity (SRI) of the script-tag build, which the documentation gives and a release prints. Prints it at the end of
 * `npm run build`.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { ROOT } from './processes.mjs'

/** What the `integrity` attribute of a script tag says of a file. */
export function integrityOf(file) {
  return `sha384-${createHash('sha384').update(readFileSync(file)).digest('base64')}`
}

if (import.meta.url === pathToFileURL(process.argv[1]).href)
  console.log(`dist/portico.min.js  integrity="${integrityOf(`${ROOT}/dist/portico.min.js`)}"`)
