/** Turns what was counted into tables and curves: for the terminal, for bench/reports/crowd.md, and as SVG. */
import { markdownTable, terminalTable } from '../report.mjs'
import { reportDay, reportHabits } from './day-report.mjs'
import { goalsOf } from './goals.mjs'
import { READERS, SEEDS, SERVICE } from './parameters.mjs'
import { svgOf, themes } from './plot.mjs'
import { reportScene } from './scene-report.mjs'
import { triedSections } from './tried-report.mjs'
import { times } from './units.mjs'

const titled = (text) => `${text[0].toUpperCase()}${text.slice(1)}`
const fileOf = (name) => `crowd-${name.replace(/\W+/g, '-')}`

const WORDS = {
  goals:
    'Each of the seeds is a crowd of its own. A goal is met where the worst of them meets it, and met on average where only their mean does.',
  day: 'From midnight to midnight.',
  habits:
    'A page that is seen asks at once. A page that is opened in the background asks the other tabs before the service, and takes an answer of the last ten seconds. An older one it does not take, however long it holds: the ' +
    'reader may have logged in or out elsewhere since. The existing client asks in each new tab. So tabs save something where several pages ' +
    'are opened at once, and nothing where they are opened one by one.',
  parked:
    '“Pages parked” are readers who open four pages at once, one that is seen and three in the background, and read one after the other. In the other rows they open them one by one. ' +
    'The pause is looked up in the tab, so that each tab that is opened during it asks once.',
}

function openingOf({ size, ordinary, capacity, highest }) {
  const number = (value) => value.toLocaleString('en').replaceAll(',', ' ')
  return [
    `An ordinary second of the busiest hour: ${ordinary.toFixed(0)} session calls with the existing client; the service can answer ${capacity.toFixed(0)}.`,
    `One of ${size.outage} readers is simulated in an outage, one of ${size.crowded} in breaking news, one of ${size.scene} in the other scenes and one of ${size.day} in the day; the curves are those of ${number(READERS.perDay)}. A second is an average over ${size.step}; where nothing is wrong, chance makes the highest ${times(highest / ordinary)} the ordinary one.`,
    `Seeds ${SEEDS.report.join(', ')}, for what the goals speak of; all else by the first. Numbers and curves are means over the seeds.`,
    `A session is kept for ${SERVICE.sessionSeconds} s, that there is none for ${SERVICE.noSessionSeconds} s. All parameters, with their reasons: \`bench/src/crowd/parameters.mjs\`.`,
  ]
}

/** @returns {{ text: string, markdown: string, plots: Record<string, string> }} */
export function reportOf({ days, habits, runs, tried, scenes, size, ordinary, capacity, highest }) {
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
  const pictureOf = ({ name, picture }) =>
    picture
      ? `\n<picture><source media="(prefers-color-scheme: dark)" srcset="${picture}-dark.svg"><img src="${picture}-light.svg" alt="Curves of the scene: ${name}"></picture>\n`
      : ''
  const markdownOf = (section) =>
    `## ${titled(section.name)}\n\n${section.what}\n\n${markdownTable(section.rows)}\n${pictureOf(section)}`
  const opening = `# A day of a million readers, and bad days\n\nWritten by \`npm run verify crowd\`; do not edit.\n\n${lines.map((line) => `- ${line}`).join('\n')}\n`
  return {
    text: [
      ...lines,
      ...[...sections, goals].map(({ name, rows }) => `\n${name}\n\n${terminalTable(rows)}`),
    ].join('\n'),
    markdown: [opening, ...[goals, ...(tried ? triedSections(tried) : []), ...sections].map(markdownOf)].join(
      '\n',
    ),
    plots,
  }
}
