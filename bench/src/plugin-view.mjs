/**
 * What each plugin of the full list adds to a first view: alone, to the minimal identity; and in all, by what the full one has
 * less to do without it. Each view has storages, locks and channels that nobody has touched: a set of tabs of its own, in one
 * browser for each round.
 */
import { openBrowserOfMany } from './browser.mjs'
import { composition, fullPlugins, MINIMAL } from './clients.mjs'
import { median } from './in-page/clock.mjs'
import { number } from './report.mjs'
import { startServer } from './server.mjs'
import { medianError } from './statistics.mjs'
import { CPU_SLOWDOWN, NETWORK, publish, slowPage, using } from './views.mjs'

export const title = 'A first view, plugin by plugin'

/** Without it there is no request, and no view to speak of. */
const NEEDED = 'fetchTransport'

function subjectsFor({ site }, full) {
  const subject = (plugins) => ({ code: using(composition('', plugins).code, site) })
  const subjects = { minimal: subject(MINIMAL), full: subject(full) }
  for (const plugin of full) {
    if (plugin === NEEDED) continue
    if (!MINIMAL.includes(plugin)) subjects[`with-${plugin}`] = subject([...MINIMAL, plugin])
    subjects[`without-${plugin}`] = subject(full.filter((name) => name !== plugin))
  }
  return subjects
}

/** The moments of one first view. */
async function viewOnce(server, browser, name, html) {
  server.page(`/${name}`, html)
  const context = await browser.newContext()
  try {
    const { view } = await slowPage(context)
    return await view(`${server.origin}/${name}`)
  } finally {
    await context.close()
  }
}

/** What the others are held against: viewed several times a round, since chance would show in every row. */
const HELD_AGAINST = ['minimal', 'full']

/** The views of a round: a third of the others between those that they are held against. */
function viewsOf(subjects) {
  const others = Object.keys(subjects).filter((name) => !HELD_AGAINST.includes(name))
  const third = Math.ceil(others.length / 3)
  return [0, 1, 2].flatMap((part) => [...HELD_AGAINST, ...others.slice(part * third, (part + 1) * third)])
}

/** For each round, the moments of each subject, in the middle of its views. */
async function measureRounds(server, subjects, rounds) {
  const names = viewsOf(subjects)
  const all = []
  for (let round = 0; round < rounds; round++) {
    const browser = await openBrowserOfMany()
    try {
      // The first page of a browser is slower than any other.
      await viewOnce(server, browser, 'minimal', subjects.minimal.html(`warm${round}`))
      const views = {}
      for (let turn = 0; turn < names.length; turn++) {
        const name = names[(turn + round * 7) % names.length]
        const { known, asked, begun, arrived } = await viewOnce(
          server,
          browser,
          name,
          subjects[name].html(round),
        )
        views[name] ??= { known: [], leaves: [] }
        // What comes before the script is asked for is the browser's own, and chance.
        views[name].known.push(known - begun)
        views[name].leaves.push(asked - arrived)
      }
      all.push(views)
    } finally {
      await browser.close()
    }
  }
  return all
}

export async function measure({ quick = false } = {}) {
  const server = await startServer()
  try {
    const full = await fullPlugins()
    const subjects = subjectsFor(server, full)
    await publish(server, subjects)
    const rounds = quick ? 2 : 24
    return report(full, subjects, await measureRounds(server, subjects, rounds), rounds)
  } finally {
    await server.close()
  }
}

function report(full, subjects, all, rounds) {
  const signed = (value) => `${value < 0 ? '−' : '+'}${number(Math.abs(value), 1)} ms`
  const errors = []
  /** How much later one is than the other, in the middle of the rounds. */
  const later = (moment, one, other) => {
    if (!(one in subjects && other in subjects)) return ''
    const differences = all.map((views) => median(views[one][moment]) - median(views[other][moment]))
    errors.push(medianError(differences))
    return signed(median(differences))
  }
  const ms = (moment, name) => `${number(median(all.map((views) => median(views[name][moment]))), 1)} ms`
  const rows = full
    .filter((plugin) => plugin !== NEEDED)
    .map((plugin) => [
      `\`${plugin}\``,
      later('leaves', `with-${plugin}`, 'minimal'),
      later('known', `with-${plugin}`, 'minimal'),
      later('leaves', 'full', `without-${plugin}`),
      later('known', 'full', `without-${plugin}`),
    ])
  const totals = ['minimal', 'full'].flatMap((name) => [ms('leaves', name), ms('known', name)])
  return {
    title,
    how:
      `- The times are medians of ${rounds} first views each, in turns. As above, the CPU is slowed ${CPU_SLOWDOWN} times, a request ` +
      `takes ${NETWORK.latency} ms, and the network brings 200 kB/s.\n` +
      '- Each view has storages, locks and channels of its own, in a browser that has viewed other sites.\n' +
      '- *Leaves* is the time from the arrival of the script to the request, without what comes later.\n' +
      '- *Known* is the time from the request for the script to the session. The plugin’s bytes are in it, and the start of the page is not.\n' +
      '- A plugin’s time is the median of its differences to the same round’s view without it. Its standard error is ' +
      `${number(median(errors), 1)} ms in the middle of all cells, and ${number(Math.max(...errors), 1)} ms in the worst: ` +
      'a value of less than twice that may be chance.',
    tables: [
      [
        ['plugin', 'alone, to the minimal: leaves', 'known', 'in all, of the full: leaves', 'known'],
        ...rows,
        ['all of it: minimal, and full', ...totals],
      ],
    ],
    targets: [],
  }
}
