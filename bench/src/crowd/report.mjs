/** Turns what was counted into tables and curves: for the terminal, for reports/crowd.md, and as SVG. */
import { markdownTable, terminalTable } from '../report.mjs'
import { figuresOf, knownShare } from './figures.mjs'
import { READERS, SECONDS_AFTER, SECONDS_BEFORE, SEED, SERVICE } from './parameters.mjs'
import { svgOf, themes } from './plot.mjs'

const times = (value) => `${value.toFixed(2)} ×`
const percent = (share) => `${(share * 100).toFixed(0)} %`
const seconds = (value) => (value === Number.POSITIVE_INFINITY ? 'not in ten minutes' : `${value} s`)
const sum = (values) => values.reduce((total, value) => total + value, 0)
const fileOf = (name) => `crowd-${name.replace(/\W+/g, '-')}`

const HEAD = [
  'client',
  'requests in trouble: mean, highest',
  'after: highest',
  'status known: in trouble',
  '1 min after',
  '3 min after',
  'back to ordinary after',
  'work done of what could be',
  'wasted',
]

const sceneRow = (name, figures) => [
  name,
  `${times(figures.during)}, ${times(figures.highestDuring)}`,
  times(figures.highestAfter),
  percent(figures.knownDuring),
  percent(figures.knownAfter1),
  percent(figures.knownAfter3),
  seconds(figures.backAfter),
  figures.workDone ? percent(figures.workDone) : '–',
  figures.workDone ? percent(figures.wasted) : '–',
]

/** The goals, each with what it is about and whether it is met. */
function goalsOf(figures, callsPerView) {
  const goals = []
  const add = (scene, client, goal, value, isMet, show) =>
    goals.push([scene, client, goal, show(value), isMet ? 'met' : 'missed'])
  for (const [scene, ofClients] of Object.entries(figures)) {
    for (const [client, values] of Object.entries(ofClients)) {
      if (!client.startsWith('ours') || client === 'ours without the pause') continue
      if (scene.startsWith('outage')) {
        add(
          scene,
          client,
          'requests in it at most 2 ×',
          values.highestDuring,
          values.highestDuring <= 2,
          times,
        )
        add(
          scene,
          client,
          'highest after it at most 1.5 ×',
          values.highestAfter,
          values.highestAfter <= 1.5,
          times,
        )
        add(scene, client, 'half known 1 min after', values.knownAfter1, values.knownAfter1 >= 0.5, percent)
        add(scene, client, '95 % known 3 min after', values.knownAfter3, values.knownAfter3 >= 0.95, percent)
      }
      if (scene === 'brownout') {
        add(
          scene,
          client,
          'work done at least 0.9 of what could be',
          values.workDone,
          values.workDone >= 0.9,
          percent,
        )
        add(
          scene,
          client,
          'back to ordinary within 3 min',
          values.backAfter,
          values.backAfter <= 180,
          seconds,
        )
      }
    }
  }
  for (const [client, calls] of Object.entries(callsPerView)) {
    const share = calls / callsPerView['existing client']
    if (client === 'ours with tabs')
      add(
        'ordinary day',
        client,
        'session calls at most 0.6 of the existing client’s',
        share,
        share <= 0.6,
        times,
      )
  }
  return goals
}

function scenePlot(scene, ofClients, { ordinary, capacity, step }) {
  const names = Object.keys(ofClients)
  const linesOf = (read) => names.map((name) => ({ name, values: read(ofClients[name]) }))
  const end = SECONDS_BEFORE + scene.seconds + SECONDS_AFTER
  const ticks = []
  for (let second = 0; second <= end; second += 300)
    ticks.push([second, `${(second - SECONDS_BEFORE) / 60} min`])
  return {
    title: `${scene.name[0].toUpperCase()}${scene.name.slice(1)}: ${scene.what}`,
    names,
    x: { from: 0, to: end, ticks, shade: [SECONDS_BEFORE, SECONDS_BEFORE + scene.seconds] },
    step,
    panels: [
      {
        title: 'Requests a second, of an ordinary one',
        lines: linesOf(({ request }) => request.map((count) => count / ordinary)),
        format: (value) => value.toFixed(1),
      },
      {
        title: 'Answers that somebody waited for, of the capacity',
        lines: linesOf(({ done }) => done.map((count) => count / capacity)),
        most: 1,
        format: percent,
      },
      {
        title: 'Readers present whose status is known',
        lines: linesOf(knownShare),
        most: 1,
        format: percent,
      },
    ],
  }
}

const dayPlot = (days) => ({
  title: 'An ordinary day of a million readers',
  names: Object.keys(days),
  x: { from: 0, to: 24, ticks: [0, 6, 12, 18, 24].map((hour) => [hour, `${hour}:00`]) },
  panels: [
    {
      title: 'Session calls a second',
      lines: Object.entries(days).map(([name, { request }]) => ({ name, values: request })),
      format: (value) => value.toFixed(0),
    },
  ],
})

/** @returns {{ text: string, markdown: string, plots: Record<string, string> }} */
export function reportOf({ days, runs, scenes, size, ordinary, capacity }) {
  const figures = {}
  const tables = []
  const plots = {}
  const draw = (name, plot) => {
    for (const theme of themes) plots[`${fileOf(name)}-${theme}.svg`] = svgOf(plot, theme)
  }

  const callsPerView = {}
  for (const [name, { request, view }] of Object.entries(days)) callsPerView[name] = sum(request) / sum(view)
  if (Object.keys(days).length) {
    const rows = Object.entries(callsPerView).map(([name, calls]) => [
      name,
      (calls * 1000).toFixed(0),
      times(calls / callsPerView['existing client']),
      Math.max(...days[name].request).toFixed(0),
    ])
    const head = [
      'client',
      'session calls per 1 000 page views',
      'of the existing client’s',
      'in the highest second',
    ]
    tables.push({ name: 'ordinary day', what: 'from midnight to midnight', rows: [head, ...rows] })
    draw('ordinary day', dayPlot(days))
  }
  for (const scene of scenes) {
    figures[scene.name] = {}
    for (const [name, counts] of Object.entries(runs[scene.name]))
      figures[scene.name][name] = figuresOf(counts, scene, { step: size.step, capacity })
    const rows = Object.entries(figures[scene.name]).map(([name, values]) => sceneRow(name, values))
    tables.push({ ...scene, rows: [HEAD, ...rows] })
    draw(scene.name, scenePlot(scene, runs[scene.name], { ordinary, capacity, step: size.step }))
  }
  const goals = [['scene', 'client', 'goal', 'measured', 'verdict'], ...goalsOf(figures, callsPerView)]

  const lines = [
    `An ordinary second of the busiest hour: ${ordinary.toFixed(0)} session calls with the existing client; the service can answer ${capacity.toFixed(0)}.`,
    `Seed ${SEED}; one of ${size.scene} readers in a scene and one of ${size.day} in the day is simulated, the curves are those of ${READERS.perDay.toLocaleString('en').replaceAll(',', ' ')}. A second is an average over ${size.step}.`,
    `A session is kept for ${SERVICE.sessionSeconds} s, that there is none for ${SERVICE.noSessionSeconds} s. All parameters, with their reasons: \`bench/src/crowd/parameters.mjs\`.`,
  ]
  const picture = (name) =>
    `<picture><source media="(prefers-color-scheme: dark)" srcset="${fileOf(name)}-dark.svg"><img src="${fileOf(name)}-light.svg" alt="Curves of the scene: ${name}"></picture>`
  const sections = tables.map(
    ({ name, what, rows }) =>
      `## ${name[0].toUpperCase()}${name.slice(1)}\n\n${what[0].toUpperCase()}${what.slice(1)}.\n\n${markdownTable(rows)}\n\n${picture(name)}\n`,
  )
  const opening = `# A day of a million readers, and bad days\n\nWritten by \`npm run crowd\`; do not edit.\n\n${lines.map((line) => `- ${line}`).join('\n')}\n`
  return {
    text: [
      ...lines,
      ...tables.map(({ name, rows }) => `\n${name}\n\n${terminalTable(rows)}`),
      '\ngoals\n',
      terminalTable(goals),
    ].join('\n'),
    markdown: [opening, `## Goals\n\n${markdownTable(goals)}\n`, ...sections].join('\n'),
    plots,
  }
}
