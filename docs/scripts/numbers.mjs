/** Numbers that stand in sentences, each out of the report of a command. */
import { readFileSync } from 'node:fs'
import { cell, pageView, requests } from './measured.mjs'
import { ROOT } from './paths.mjs'

const read = (path) => readFileSync(ROOT + path, 'utf8')
const bytesOf = (name, kind) => JSON.parse(read('bench/bytes.json'))[name][kind]
const grouped = (value) => `${value}`.replace(/\B(?=(\d{3})+$)/g, ' ')

const MEAN = 'requests in trouble: mean, highest'
/** Requests of a client in an outage, as a multiple of those of an ordinary second. */
const inOutage = (client) => Number.parseFloat(cell('bench/reports/crowd.md', 'Outage, 503', client, MEAN))

/** The first number after some words of a report. */
function counted(path, pattern) {
  const [, value] = pattern.exec(read(path)) ?? []
  if (!value) throw new Error(`${path} does not say ${pattern}`)
  return value
}

export const NUMBERS = {
  'first-view-bare': () => pageView('bare fetch (the limit)', 'first view'),
  'first-view-existing': () => pageView('existing client', 'first view'),
  'first-view-minimal': () => pageView('minimal', 'first view'),
  'first-view-full': () => pageView('full on native fetch', 'first view'),
  'first-view-minimal-snippet': () => pageView('minimal and `headStart`, head snippet', 'first view'),
  'first-view-full-snippet': () => pageView('full on native fetch, head snippet', 'first view'),
  'first-view-default-snippet': () => pageView('default preset, head snippet', 'first view'),
  'ten-tabs': () => requests('ten tabs at once, in the background', 'default preset'),
  'ten-tabs-existing': () => requests('ten tabs at once, in the background', 'existing client'),
  'snippet-bytes': () => `${bytesOf('snippet', 'min')}`,
  'minimal-bytes': () => grouped(bytesOf('minimal', 'brotli')),
  'pro-bytes': () => grouped(bytesOf('pro', 'brotli')),
  'default-bytes': () => grouped(bytesOf('default', 'brotli')),
  'outage-existing': () => `${inOutage('existing client')}`,
  'outage-ours': () => `${inOutage('ours with tabs')}`,
  'attacks-passed': () => counted('test/reports/abuse.md', /^- ([\d ]+) tests passed/m),
  'attacks-failed': () => counted('test/reports/abuse.md', /tests passed, ([\d ]+) failed/),
  'fault-combinations': () => counted('test/reports/abuse.md', /^- ([\d ]+) combinations of faults/m),
}
