/** Counts what a soak sees, and writes it as tables. */

/** How often what happened, by the title of its table. */
export type Tally = Record<string, Record<string, number>>

export const newTally = (): Tally => ({ cycles: {} })

export function count(tally: Tally, table: string, what: string, times = 1): void {
  tally[table] ??= {}
  tally[table][what] = (tally[table][what] ?? 0) + times
}

/** Adds to a tally what another one has seen. */
export function add(tally: Tally, more: Tally): void {
  for (const [table, counts] of Object.entries(more))
    for (const [what, times] of Object.entries(counts)) count(tally, table, what, times)
}

const number = (value: number): string => `${value}`.replace(/\B(?=(\d{3})+$)/g, ' ')
const sum = (counts: Tally[string]): number =>
  Object.values(counts).reduce((total, times) => total + times, 0)

export const cyclesOf = ({ cycles = {} }: Tally): number => sum(cycles)

/** Counts, most frequent first. */
function tableOf([title, counts]: readonly [string, Tally[string]]): string {
  const rows = Object.entries(counts).sort(([, one], [, other]) => other - one)
  const lines = rows.map(([name, times]) => `| ${name} | ${number(times)} |`)
  return [`| ${number(sum(counts))} ${title} | times |`, '| --- | --: |', ...lines].join('\n')
}

export interface Facts {
  readonly of: string
  readonly seeds: readonly number[]
  readonly minutes: number
  readonly tally: Tally
}

/** The file test/reports/soak.md. */
export function report({ of, seeds, minutes, tally }: Facts): string {
  return `# Soak

Written by \`npm run verify soak\`; do not edit.

- ${number(cyclesOf(tally))} cycles in ${minutes.toFixed(1)} minutes, in ${seeds.length} parts with the seeds ${seeds.join(', ')}
- disagreements with the model: 0
- Node ${process.versions.node}
- ${of}

A cycle is one step in one of up to four tabs of a reader, drawn by the seed. After it, the model says what a reader may see: what each
question may be answered by, of whom each page may show and tell by events that they read, whose session it may keep, and how many requests a
question may cost. Events come in their order, and none before the snapshot that it is about. At the end of each reader's day everything
works again, and each page is to show who reads.

## What happened

${Object.entries(tally).map(tableOf).join('\n\n')}
`
}
