/**
 * The integrity (SRI) of the script-tag build. Prints it, and brings the README's script-tag example up to date.
 * Runs at the end of `npm run build`, so that nobody has to think of it.
 */
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { ROOT } from './processes.mjs'

const README = `${ROOT}/README.md`

/** What the `integrity` attribute of a script tag says of a file. */
export function integrityOf(file) {
  return `sha384-${createHash('sha384').update(readFileSync(file)).digest('base64')}`
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const integrity = integrityOf(`${ROOT}/dist/portico.min.js`)
  console.log(`dist/portico.min.js  integrity="${integrity}"`)
  const text = readFileSync(README, 'utf8')
  const current = text.replace(/(portico\.min\.js"[^>]*?integrity=")[^"]*/gs, `$1${integrity}`)
  if (current !== text) writeFileSync(README, current)
}
