/** Writes what a soak has seen as tables. */
import { cpus, totalmem } from 'node:os'
import { growth, MOST_BYTES, type Series } from './heap.ts'
import type { Counts } from './run.ts'
import type { Result } from './soak.ts'

/** A number with a gap between thousands. */
export function number(value: number): string {
  return Math.round(value)
    .toString()
    .replace(/\B(?=(\d{3})+$)/g, ' ')
}

function table([head, ...rows]: string[][]): string {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`
  const rule = (head ?? []).map((_, column) => (column ? '--:' : '---'))
  return [line(head ?? []), line(rule), ...rows.map(line)].join('\n')
}

const sum = (counts: Counts) => Object.values(counts).reduce((total, count) => total + count, 0)

/** Counts, most frequent first. */
function counted(what: string, counts: Counts): string {
  const rows = Object.entries(counts).sort(([, one], [, other]) => other - one)
  return table([[what, 'times'], ...rows.map(([name, count]) => [name, number(count)])])
}

const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`
const perThousand = (series: Series, what: 'objects' | 'heap') => `${number(growth(series, what))} B`

/** What one page held: at the start, at each quarter, and at the end. */
function held(series: Series): string {
  const { name, samples } = series
  const last = samples.length - 1
  const points = [0, 0.25, 0.5, 0.75, 1].flatMap((part) => samples[Math.round(part * last)] ?? [])
  const rows = points.map(({ cycle, objects, heap, listeners, nodes, documents }) => [
    `after ${number(cycle)} cycles`,
    kilobytes(objects),
    kilobytes(heap),
    ...[listeners, nodes, documents].map(number),
  ])
  const growing = ['growth in 1 000 cycles', perThousand(series, 'objects'), perThousand(series, 'heap')]
  return table([
    [name, 'objects of scripts', 'heap in all', 'listeners', 'nodes', 'documents'],
    ...rows,
    [...growing, '', '', ''],
  ])
}

/** The file test/reports/soak.md. @param of the sources that were tried */
export function report(result: Result, of: string): string {
  const { seed, cycles, tally, series, milliseconds, chromium } = result
  const gigabytes = Math.round(totalmem() / 2 ** 30)
  return `# Soak

Written by \`npm run verify soak\`; do not edit.

- ${number(cycles)} cycles with seed ${seed}, in ${(milliseconds / 60_000).toFixed(1)} minutes
- disagreements with the reference model: 0
- ${cpus().length} cores, ${gigabytes} GB of memory, ${process.platform} ${process.arch}; Node ${process.versions.node}, Chromium ${chromium}
- ${of}

A cycle is one step in one of up to five tabs, chosen by the seed. After it, the page's answers, the events that its listeners
heard and what they carried, the entries in its storage, the cookie SP_ID, and the number of requests at the session service
are compared with the reference model, which has no line of the library.

## What happened

${counted(`${number(sum(tally.steps))} steps`, tally.steps)}

${counted(`${number(sum(tally.faults))} calls that reached the service: its fault`, tally.faults)}

${counted(`${number(sum(tally.heads))} calls that the head of a page began: their fault`, tally.heads)}

${counted(`${number(sum(tally.logins))} logins, by reader`, tally.logins)}

${counted('tabs, besides the two that stay', tally.tabs)}

${counted(`${number(sum(tally.events))} events heard`, tally.events)}

${counted(`${number(sum(tally.answers))} outcomes of questions`, tally.answers)}

## What the pages hold

Two pages live through all cycles and are never reloaded; on one of them, one instance does. Measured ${series[0]?.samples.length} times, after
the browser has collected its garbage. Growth is that of the last three quarters, by linear regression; objects of scripts
(objects, functions, arrays and strings, in a heap snapshot) may grow by ${number(MOST_BYTES)} B in 1 000 cycles, and listeners, nodes and
documents not at all. Left out is what was measured while a window more than otherwise shared the page's process. The heap in all also
holds code that the engine compiles, and what it keeps for the driver of the browser.

${series.map(held).join('\n\n')}
`
}
