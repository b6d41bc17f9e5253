/** What was simulated, in words and tables. */
import { markdownTable } from '../report.mjs'
import { times } from './figures.mjs'
import { READERS, SEEDS, SERVICE } from './parameters.mjs'

const linesOf = ({ size, ordinary, capacity, highest }) => [
  `An ordinary second of the busiest hour: ${ordinary.toFixed(0)} session calls with the account-sdk-browser; the service can answer ${capacity.toFixed(0)}.`,
  `In an outage, one of ${size.outage} readers is simulated; in breaking news one of ${size.rush}; in the other scenes one of ${size.scene}; in the day one of ${size.day}.`,
  `The curves are those of ${READERS.perDay.toLocaleString('en').replaceAll(',', ' ')} readers.`,
  `A second is an average over ${size.step} seconds.`,
  'Requests are counted in those of an ordinary second. This is what the account-sdk-browser asks for the same readers before the trouble, whichever client is in the row. So saved requests do not make a peak look higher.',
  `Where nothing is wrong, chance makes the highest second ${times(highest / ordinary)} the ordinary one.`,
  `What has goals was run with the seeds ${SEEDS.join(', ')}, all else with the first. Numbers and curves are means over the seeds.`,
  `A session is cached for ${SERVICE.sessionSeconds} s, the answer “not logged in” for ${SERVICE.noSessionSeconds} s. All parameters, with their reasons: \`bench/src/load/parameters.mjs\`.`,
]

const goalsOf = (chapters) => ({
  name: 'goals',
  what: 'Each seed is a run of its own. A goal is met if the worst run meets it. It is met on average if only the mean does.',
  head: 'scene | client | goal | mean | worst | verdict',
  rows: chapters.flatMap(({ goals }) => goals),
})

const sectionOf = ({ name, what, head, rows }) => [
  `## ${name[0].toUpperCase()}${name.slice(1)}`,
  what,
  markdownTable([head.split(' | '), ...rows]),
]

/** @returns the report, in Markdown */
export const reportOf = (chapters, context) =>
  [
    '# A day of a million readers, and bad days',
    'Written by `npm run verify load`; do not edit.',
    linesOf(context)
      .map((line) => `- ${line}`)
      .join('\n'),
    ...[goalsOf(chapters), ...chapters].flatMap(sectionOf),
  ].join('\n\n')
