/** Writes what a soak has seen as tables. */
import type { Counts, Tally } from './rules.ts'

const number = (value: number): string => `${value}`.replace(/\B(?=(\d{3})+$)/g, ' ')
const sum = (counts: Counts): number => Object.values(counts).reduce((total, count) => total + count, 0)

export const cyclesOf = ({ steps }: Tally): number => sum(steps)

/** Counts, most frequent first. */
function counted(what: string, counts: Counts): string {
  const rows = Object.entries(counts).sort(([, one], [, other]) => other - one)
  return [
    `| ${what} | times |`,
    '| --- | --: |',
    ...rows.map(([name, times]) => `| ${name} | ${number(times)} |`),
  ].join('\n')
}

/** Adds what one part has seen to what others have. */
export function added(tally: Tally, part: Tally): Tally {
  const both = (one: Counts, other: Counts) =>
    Object.fromEntries(
      [...Object.keys(one), ...Object.keys(other)].map((name) => [
        name,
        (one[name] ?? 0) + (other[name] ?? 0),
      ]),
    )
  return {
    steps: both(tally.steps, part.steps),
    troubles: both(tally.troubles, part.troubles),
    answers: both(tally.answers, part.answers),
    shown: both(tally.shown, part.shown),
    requests: tally.requests + part.requests,
  }
}

export interface Facts {
  readonly seed: number
  readonly parts: number
  readonly minutes: number
  readonly chromium: string
}

/** The file test/reports/soak.md. @param of the sources that were tried */
export function report(tally: Tally, { seed, parts, minutes, chromium }: Facts, of: string): string {
  return `# Soak

Written by \`npm run verify soak\`; do not edit.

- ${number(cyclesOf(tally))} cycles in ${parts} parts, with the seeds from ${seed} on, in ${minutes.toFixed(1)} minutes
- disagreements with the model: 0
- Node ${process.versions.node}, Chromium ${chromium}
- ${of}

A cycle is one step in one of up to four tabs of a reader, drawn by the seed. After it, the model says what a reader may see: what each
question may be answered by, of whom each page may show and tell by events that they read, whose session it may keep, and how many requests a
question may cost. At the end of each reader's day everything works again, and each page is to show who reads.

## What happened

${counted(`${number(cyclesOf(tally))} cycles`, tally.steps)}

${counted(`${number(sum(tally.troubles))} troubles of the service`, tally.troubles)}

${counted(`${number(sum(tally.answers))} answers, by ${number(tally.requests)} requests`, tally.answers)}

${counted(`${number(sum(tally.shown))} looks at what a page shows`, tally.shown)}
`
}
