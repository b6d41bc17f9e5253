/** Counts what a soak sees, and writes it as tables. */

/** How often what happened. */
export type Counts = Record<string, number>

export interface Tally {
  readonly steps: Counts
  readonly troubles: Counts
  readonly answers: Counts
  readonly shown: Counts
  readonly requests: Counts
}

export const newTally = (): Tally => ({ steps: {}, troubles: {}, answers: {}, shown: {}, requests: {} })

export const count = (counts: Counts, name: string, times = 1): void => {
  counts[name] = (counts[name] ?? 0) + times
}

/** Adds to a tally what another one has seen. */
export function add(tally: Tally, more: Tally): void {
  for (const [name, counts] of Object.entries(more))
    for (const [what, times] of Object.entries<number>(counts)) count(tally[name as keyof Tally], what, times)
}

const number = (value: number): string => `${value}`.replace(/\B(?=(\d{3})+$)/g, ' ')
const sum = (counts: Counts): number => Object.values(counts).reduce((total, times) => total + times, 0)

export const cyclesOf = ({ steps }: Tally): number => sum(steps)

/** Counts, most frequent first. */
function counted(what: string, counts: Counts): string {
  const rows = Object.entries(counts).sort(([, one], [, other]) => other - one)
  const lines = rows.map(([name, times]) => `| ${name} | ${number(times)} |`)
  return [`| ${number(sum(counts))} ${what} | times |`, '| --- | --: |', ...lines].join('\n')
}

/** Numbers in order, in few words: `1 to 3, 7`. */
function ranges(numbers: readonly number[]): string {
  const starts = numbers.filter((it) => !numbers.includes(it - 1))
  const ends = numbers.filter((it) => !numbers.includes(it + 1))
  return starts.map((it, index) => (it === ends[index] ? `${it}` : `${it} to ${ends[index]}`)).join(', ')
}

export interface Facts {
  /** The sources that were tried. */
  readonly of: string
  readonly seeds: readonly number[]
  readonly minutes: number
  readonly chromium: string
  readonly tally: Tally
}

/** The file test/reports/soak.md. */
export function report({ of, seeds, minutes, chromium, tally }: Facts): string {
  return `# Soak

Written by \`npm run verify soak\`; do not edit.

- ${number(cyclesOf(tally))} cycles in ${minutes.toFixed(1)} minutes, in ${seeds.length} parts with the seeds ${ranges(seeds)}
- disagreements with the model: 0
- Node ${process.versions.node}, Chromium ${chromium}
- ${of}

A cycle is one step in one of up to four tabs of a reader, drawn by the seed. After it, the model says what a reader may see: what each
question may be answered by, of whom each page may show and tell by events that they read, whose session it may keep, and how many requests a
question may cost. Events come in their order, and none before the snapshot that it is about. A page that goes on for long holds no more of
the heap than before. At the end of each reader's day everything works again, and each page is to show who reads.

## What happened

${counted('cycles', tally.steps)}

${counted('troubles of the service', tally.troubles)}

${counted(`answers, by ${number(sum(tally.requests))} requests`, tally.answers)}

${counted('looks at what a page shows', tally.shown)}
`
}
