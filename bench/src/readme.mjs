/**
 * Keeps the README's chapter "What it costs" equal to what was measured: the rows that bear a bundle's name in a
 * comment get the bytes of that bundle.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { ROOT } from './bundle.mjs'
import { number } from './report.mjs'

const ROW = /^(\| .*<!-- (\S+) --> \|).*$/gm

/** Writes measured bytes into the README. */
export function writeReadme(weights) {
  const path = `${ROOT}/README.md`
  const readme = readFileSync(path, 'utf8')
  const rewritten = readme.replace(ROW, (row, start, name) => {
    const { min, brotli, gzip } = weights[name] ?? {}
    return min === undefined
      ? row
      : `${start} ${[min, brotli, gzip].map((bytes) => number(bytes)).join(' | ')} |`
  })
  writeFileSync(path, rewritten)
}
