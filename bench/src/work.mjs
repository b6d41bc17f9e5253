/**
 * Work: what the library does in a real Chromium, beside the account-sdk-browser in the same page, in alternating
 * rounds. The session service answers from a local server; once more the window's fetch is replaced, for all
 * alike, by one that answers at once, so that the client's own work is not hidden behind the network.
 */
import { openBrowser } from './browser.mjs'
import { bundle } from './bundle.mjs'
import { CLIENTS } from './clients.mjs'
import { median } from './in-page/clock.mjs'
import { atLeast, holds, microseconds, times } from './report.mjs'
import { startServer } from './server.mjs'

export const title = 'Work in a browser'

const PAGES = 5
const NAMES = ['existing', 'preset', 'full']

/** The page: every client as a global, and the functions that time them. */
async function preparePage(page, server) {
  const sources = {}
  for (const name of NAMES)
    sources[name] = await bundle(CLIENTS[name].code, { format: 'iife', globalName: `client_${name}` })
  const timing = await bundle("export * from './src/in-page/work.mjs'", {
    format: 'iife',
    globalName: 'timing',
  })
  for (const [name, text] of Object.entries({ ...sources, timing })) server.script(`/${name}.js`, text)
  const scripts = [...NAMES, 'timing'].map((name) => `<script src="/${name}.js"></script>`)
  server.page('/', `<!doctype html><title>Work</title><body>${scripts.join('')}`, { isolated: true })
  await page.goto(`${server.origin}/`)
  await page.evaluate(
    ([names, sources, site]) => {
      const clients = Object.fromEntries(names.map((name) => [name, window[`client_${name}`]]))
      Object.assign(window, { clients, sources, site })
    },
    [NAMES, sources, server.site],
  )
}

/** Layouts that constructing forces, for each of `count` instances. */
async function layouts(page, cdp, name, count) {
  const counted = async () => {
    const { metrics } = await cdp.send('Performance.getMetrics')
    return metrics.find((metric) => metric.name === 'LayoutCount').value
  }
  const before = await counted()
  await page.evaluate(
    ([name, count]) => window.timing.constructOnDirtyPage(window.clients[name], window.site, count),
    [name, count],
  )
  // A frame or two may fall in between, which is one layout each and nobody's doing.
  return Math.floor(((await counted()) - before) / count)
}

/** Microseconds of everything that is timed, by client, in one page. */
async function timesOn(page, given) {
  const run = (fn) => page.evaluate(fn, given)
  return {
    'parse and run the bundle': await run(({ rounds }) => window.timing.parseAndRun(window.sources, rounds)),
    construct: await run(({ rounds }) => window.timing.construct(window.clients, window.site, rounds)),
    loginUrl: await run(({ rounds }) => window.timing.loginUrl(window.clients, window.site, rounds)),
    'hasSession, cold, local server': await run(({ rounds }) =>
      window.timing.coldSession(window.clients, window.site, rounds),
    ),
    'hasSession, cold, fetch answers at once': await run(({ rounds, session }) =>
      window.timing.coldSessionAnsweredAtOnce(window.clients, window.site, session, rounds),
    ),
    'hasSession, cached': await run(({ rounds }) =>
      window.timing.cachedSession(window.clients, window.site, rounds),
    ),
    'getExternalId, session cached': await run(({ rounds }) =>
      window.timing.externalId(window.clients, window.site, rounds),
    ),
  }
}

/** Of several pages, the one in the middle, for each number: an engine compiles the same script in different ways. */
function mediansOf(pages) {
  const [first] = pages
  const inMiddle = (what) =>
    Object.keys(first[what]).map((name) => [name, median(pages.map((page) => page[what][name]))])
  return Object.fromEntries(Object.keys(first).map((what) => [what, Object.fromEntries(inMiddle(what))]))
}

const sum = (touched) => Object.values(touched).reduce((total, count) => total + count, 0)

export async function measure({ quick = false } = {}) {
  const server = await startServer()
  const context = await openBrowser()
  try {
    const rounds = quick ? 10 : 200
    const pages = []
    for (let i = 0; i < (quick ? 1 : PAGES); i++) {
      const page = await context.newPage()
      await preparePage(page, server)
      pages.push(await timesOn(page, { rounds, session: server.session }))
      await page.close()
    }
    const medians = mediansOf(pages)
    const [page] = context.pages()
    await preparePage(page, server)
    const cdp = await context.newCDPSession(page)
    await cdp.send('Performance.enable')
    const touched = {}
    const forced = {}
    for (const name of NAMES) {
      touched[name] = await page.evaluate(
        (name) => window.timing.touchedByConstructing(window.clients[name], window.site),
        name,
      )
      forced[name] = await layouts(page, cdp, name, 50)
    }
    return report(medians, touched, forced, rounds)
  } finally {
    await context.close()
    await server.close()
  }
}

function report(medians, touched, forced, rounds) {
  const ratio = (what, name) => medians[what].existing / medians[what][name]
  const rows = Object.entries(medians).map(([what, of]) => [
    what,
    ...NAMES.map((name) => microseconds(of[name])),
    ...['preset', 'full'].map((name) => times(ratio(what, name))),
  ])
  const noSlower = (what) =>
    ['preset', 'full'].map((name) =>
      atLeast(
        `${what}, no slower than the account-sdk-browser: ${CLIENTS[name].label}`,
        ratio(what, name),
        1,
        times,
      ),
    )
  return {
    title,
    how:
      `Medians of ${rounds} alternating rounds in one page, a call each, and of ${PAGES} such pages; the last two columns say ` +
      'how many times as fast this library is as the account-sdk-browser. Below 1 it is slower.',
    tables: [
      [
        [
          'work',
          ...NAMES.map((name) => CLIENTS[name].label),
          'default preset: speed compared with the account-sdk-browser',
          'full: speed compared with the account-sdk-browser',
        ],
        ...rows,
      ],
      [
        ['while constructing', ...NAMES.map((name) => CLIENTS[name].label)],
        ['calls of storage and cookies', ...NAMES.map((name) => sum(touched[name]))],
        ['layouts forced', ...NAMES.map((name) => forced[name])],
      ],
    ],
    notes: [
      'The floor of a cached session: an async function that looks at the kept entry and does nothing else takes ' +
        `${microseconds(medians['hasSession, cached'].floor)}. The rest is what an answer from the cache goes ` +
        'through like any other: its hooks, its checks, its events.',
    ],
    targets: [
      ...noSlower('loginUrl'),
      ...noSlower('hasSession, cached'),
      ...['preset', 'full'].map((name) =>
        holds(
          `no storage call and no layout while constructing: ${CLIENTS[name].label}`,
          sum(touched[name]) === 0 && forced[name] === 0,
          `${sum(touched[name])} and ${forced[name]}`,
        ),
      ),
    ],
  }
}
