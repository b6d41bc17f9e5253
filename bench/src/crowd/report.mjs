/** Turns what was counted into tables and curves: for the terminal, for bench/reports/crowd.md, and as SVG. */
import { markdownTable, terminalTable } from '../report.mjs'
import { reportDay, reportHabits, reportOpen } from './day-report.mjs'
import { goalsOf } from './goals.mjs'
import { READERS, SEEDS, SERVICE } from './parameters.mjs'
import { svgOf, themes } from './plot.mjs'
import { reportScene } from './scene-report.mjs'
import { WORDS as OF_STRANGERS, reportStrangers } from './strangers-report.mjs'
import { times } from './units.mjs'

const OPEN = 'ordinary day, pages that stay open'
const STRANGERS = 'strangers'

const titled = (text) => `${text[0].toUpperCase()}${text.slice(1)}`
const fileOf = (name) => `crowd-${name.replace(/\W+/g, '-')}`

const WORDS = {
  goals:
    'Each seed makes a crowd of its own. A goal is met if the worst of the crowds meets it. It is met on ' +
    'average if only their mean does.',
  day: 'From midnight to midnight.',
  habits:
    'A visible page asks the service at once. A page that is opened in the background asks the other tabs ' +
    'first. It takes an answer of the last ten seconds from them, and no older one, because the reader may ' +
    'have logged in or out elsewhere since. The existing client asks the service in each new tab. So `tabs` ' +
    'saves requests if several pages are opened at once, and none if they are opened one by one.',
  open:
    'The last page of a visit stays visible for this long on average. The numbers are session calls per 1 000 ' +
    'page views. A page with `revalidate` asks anew when its session expires. So it notices that a session ' +
    'has ended. A page without `revalidate` asks at the next page view.',
  parked:
    'In the rows “pages parked”, readers open four pages at once, one visible and three in the background, ' +
    'and read one after the other. In the other rows they open pages one by one. A visible page heeds the ' +
    'pause that its own tab knows. So a tab that is opened during a pause asks once. A hidden page heeds the ' +
    'pause of all tabs. A page whose call failed while it was hidden asks when it is looked at, except during a pause.',
}

function openingOf({ size, ordinary, capacity, highest }) {
  const number = (value) => value.toLocaleString('en').replaceAll(',', ' ')
  return [
    `An ordinary second of the busiest hour: ${ordinary.toFixed(0)} session calls with the existing client; the service can answer ${capacity.toFixed(0)}.`,
    `In an outage, one of ${size.outage} readers is simulated; in breaking news one of ${size.crowded}; in the other scenes one of ${size.scene}; in the day one of ${size.day}.`,
    `The curves are those of ${number(READERS.perDay)} readers.`,
    `A second is an average over ${size.step} seconds.`,
    'Requests are counted in those of an ordinary second. This is what the existing client asks for the same readers before the trouble, whichever client is in the row. So saved requests do not make a peak look higher.',
    `Where nothing is wrong, chance makes the highest second ${times(highest / ordinary)} the ordinary one.`,
    `The scenes with goals were run with the seeds ${SEEDS.report.join(', ')}, all others with the first. Numbers and curves are means over the seeds.`,
    `A session is cached for ${SERVICE.sessionSeconds} s, the answer “not logged in” for ${SERVICE.noSessionSeconds} s. All parameters, with their reasons: \`bench/src/crowd/parameters.mjs\`.`,
  ]
}

const pictureOf = ({ name, picture }) =>
  picture
    ? `\n<picture><source media="(prefers-color-scheme: dark)" srcset="${picture}-dark.svg"><img src="${picture}-light.svg" alt="Curves of the scene: ${name}"></picture>\n`
    : ''

const markdownOf = (section) =>
  `## ${titled(section.name)}\n\n${section.what}\n\n${markdownTable(section.rows)}\n${pictureOf(section)}`

/** The chapters that can be made by themselves, each with the chapter that it follows. */
export const openSection = (results) => ({
  name: OPEN,
  what: WORDS.open,
  rows: reportOpen(results),
  after: 'ordinary day, other habits',
})
export function strangersSection(results) {
  const { rows, goals } = reportStrangers(results)
  return { name: STRANGERS, what: `${OF_STRANGERS} ${goals}`, rows, after: OPEN }
}

/** A report with one of its chapters made anew, or put in its place where there is none yet. */
export function withSection(report, section) {
  const chapters = report.split(/^(?=## )/m)
  const isOf = (name) => (chapter) => chapter.startsWith(`## ${titled(name)}\n`)
  const place = chapters.findIndex(isOf(section.name))
  const made = `${markdownOf(section)}\n`
  if (place < 0) chapters.splice(chapters.findIndex(isOf(section.after)) + 1, 0, made)
  else chapters[place] = made
  return chapters.join('')
}

/** @returns {{ text: string, markdown: string, plots: Record<string, string> }} */
export function reportOf({ days, habits, open, strangers, runs, scenes, size, ordinary, capacity, highest }) {
  const sections = []
  const plots = {}
  const add = (name, what, rows, plot) => {
    sections.push({ name, what, rows, picture: plot && fileOf(name) })
    if (plot) for (const theme of themes) plots[`${fileOf(name)}-${theme}.svg`] = svgOf(plot, theme)
  }

  let calls = {}
  if (days) {
    const day = reportDay(days)
    calls = day.calls
    add('ordinary day', WORDS.day, day.rows, day.plot)
    const other = reportHabits(habits)
    add('ordinary day, other habits', `${WORDS.habits} ${other.floor}`, other.rows)
    for (const { name, what, rows } of [openSection(open), strangersSection(strangers)]) add(name, what, rows)
  }
  const figures = {}
  for (const scene of scenes) {
    const report = reportScene(scene, runs[scene.name], { size, ordinary, capacity })
    figures[scene.name] = report.figures
    const what = `${titled(scene.what)}.${scene.isOutage ? ` ${WORDS.parked}` : ''}`
    add(scene.name, what, report.rows, report.plot)
  }
  const goals = { name: 'goals', what: WORDS.goals, rows: goalsOf(figures, calls) }

  const lines = openingOf({ size, ordinary, capacity, highest })
  const opening = `# A day of a million readers, and bad days\n\nWritten by \`npm run verify crowd\`; do not edit.\n\n${lines.map((line) => `- ${line}`).join('\n')}\n`
  return {
    text: [
      ...lines,
      ...[...sections, goals].map(({ name, rows }) => `\n${name}\n\n${terminalTable(rows)}`),
    ].join('\n'),
    markdown: [opening, ...[goals, ...sections].map(markdownOf)].join('\n'),
    plots,
  }
}
