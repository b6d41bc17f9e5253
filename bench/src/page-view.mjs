/**
 * A page view: from the start of the navigation to "session known". First in a profile as a browser has it on the day's first
 * visit, where nobody has touched a storage, a lock or a channel yet: a browser of its own for each view. Then in one that has
 * seen the site many times. The limit is an external script that does nothing but the fetch of the same URL. Views take turns, so
 * that a slow second hits all. The same script, padded to the bytes of each of ours, says what of the way to the limit is the
 * transfer alone: the floor of any client of that size, without the head snippet and with it. Each page is viewed once more: both from
 * the cache.
 */
import { openBrowser, withFreshBrowser } from './browser.mjs'
import { ROOT } from './bundle.mjs'
import { ANONYMOUS, PRESENCE_COOKIE, VIEWED, VIEWED_WITH_HEAD } from './clients.mjs'
import { headSnippet } from './head-snippet.mjs'
import { median } from './in-page/clock.mjs'
import { atMost, holds, number } from './report.mjs'
import { startServer } from './server.mjs'
import { quantile } from './statistics.mjs'
import { mainThreadMs, startTrace } from './traced.mjs'
import { BARE_WITH_HEAD, bare, CPU_SLOWDOWN, NETWORK, publish, slowPage, using, viewTwice } from './views.mjs'

const { VERSION } = await import(`${ROOT}dist/presets/identity.js`)

export const title = 'A page view'

/** Those of ours whose size is tried with nothing in it. */
const SIZED = ['minimal', 'full', 'preset']

/** In a browser that has just begun, other things go on. Nothing tells when they end. */
const SETTLE_MS = 1000

/** What is viewed: the page's script, and what stands in its head before it. */
function subjectsFor({ site }) {
  const sdrn = `sdrn:localhost:client:${site.clientId}`
  const own = { client_sdrn: sdrn, redirect_uri: site.redirectUri, sdk_version: VERSION, tabId: '12345' }
  const query = new URLSearchParams(own)
  const limit = { label: 'bare fetch (the limit)', code: bare(`${site.sessionDomain}/v2/session?${query}`) }
  const subjects = { bare: limit }
  // What any client pays that looks at a cookie before it asks.
  subjects.looked = {
    label: 'bare fetch, after one look at document.cookie',
    code: `document.cookie\n${limit.code}`,
    isFresh: true,
  }
  for (const [name, { label, code }] of Object.entries(VIEWED))
    subjects[name] = { label, code: using(code, site) }
  for (const [name, { label, code, env }] of Object.entries(VIEWED_WITH_HEAD))
    subjects[`${name}-head`] = {
      label: `${label}, head snippet`,
      code: using(code, site),
      head: headSnippet(site, env),
    }
  subjects.anonymous = { label: ANONYMOUS.label, code: using(ANONYMOUS.code, site), isAnonymous: true }
  // A browser that the service has told nothing yet, so only a fresh one.
  subjects.presence = {
    label: 'full on native fetch, the presence cookie named',
    code: subjects.anonymous.code,
    isFresh: true,
  }
  for (const name of SIZED)
    subjects[`${name}-size`] = {
      label: `bare fetch, as many bytes as ${VIEWED[name].label}`,
      code: limit.code,
      sizeOf: name,
    }
  for (const name of SIZED)
    subjects[`${name}-head-size`] = {
      label: `head snippet alone, as many bytes as ${VIEWED_WITH_HEAD[name].label}`,
      code: BARE_WITH_HEAD,
      head: headSnippet(site),
      sizeOf: `${name}-head`,
    }
  return subjects
}

const emptySamples = (names) =>
  new Map(
    names.map((name) => [name, { first: [], cached: [], leaves: [], busy: [], frames: 0, calls: [0, 0] }]),
  )

function add(sample, [first, cached]) {
  sample.first.push(first.known)
  sample.cached.push(cached.known)
  sample.leaves.push(first.asked - first.arrived)
  if (cached.known < cached.frame) sample.frames++
  sample.calls[0] += first.calls
  sample.calls[1] += cached.calls
}

/** The names, each round beginning with another one. */
const inTurn = (names, round) => names.map((_, turn) => names[(round + turn) % names.length])

/** The service has told this browser before that nobody is logged in. */
async function tellBefore(context, { origin }) {
  // By the driver, only an address of https has a cookie of that name. Pages of localhost have it, too.
  const url = origin.replace('http:', 'https:')
  await context.addCookies([{ name: `__Host-${PRESENCE_COOKIE}-none`, value: `${Date.now()}`, url }])
}

/** Each view in a browser that was never used before. */
async function measureCold(server, subjects, names, { rounds, traces }) {
  const samples = emptySamples(names)
  const inFreshBrowser = (use, isAnonymous = false) =>
    withFreshBrowser(async (context) => {
      if (isAnonymous) await tellBefore(context, server)
      const slow = await slowPage(context)
      await slow.page.waitForTimeout(SETTLE_MS)
      return use(slow)
    })
  for (let round = 0; round < rounds; round++)
    for (const name of inTurn(names, round)) {
      const html = subjects[name].html(`cold${round}`)
      add(
        samples.get(name),
        await inFreshBrowser(
          ({ page, view }) => viewTwice(server, page, view, name, html),
          subjects[name].isAnonymous,
        ),
      )
    }
  // What makes no session call has nothing to trace up to.
  const asking = names.filter((name) => !subjects[name].head && !subjects[name].isAnonymous)
  for (let round = 0; round < traces; round++)
    for (const name of inTurn(asking, round)) {
      server.page(`/${name}`, subjects[name].html(`traced${round}`))
      const events = await inFreshBrowser(async ({ cdp, view }) => {
        const end = await startTrace(cdp)
        await view(`${server.origin}/${name}?traced`)
        return end()
      })
      samples.get(name).busy.push(mainThreadMs(events))
    }
  return samples
}

/** All views in one browser. */
async function measureWarm(server, subjects, names, { rounds }) {
  const samples = emptySamples(names)
  const context = await openBrowser()
  await tellBefore(context, server)
  try {
    for (let round = 0; round < rounds; round++) {
      // A tab of its own for each round: a browser slows down with the pages that a tab has seen.
      const { page, view } = await slowPage(context)
      await viewTwice(server, page, view, 'bare', subjects.bare.html(`warm${round}`))
      for (const name of inTurn(names, round)) {
        await page.evaluate(() => {
          sessionStorage.clear()
          localStorage.clear()
        })
        add(samples.get(name), await viewTwice(server, page, view, name, subjects[name].html(round)))
      }
      await page.close()
    }
  } finally {
    await context.close()
  }
  return samples
}

export async function measure({ quick = false } = {}) {
  const server = await startServer()
  try {
    const subjects = subjectsFor(server)
    await publish(server, subjects)
    const names = Object.keys(subjects)
    const counts = quick ? { rounds: 2, traces: 1 } : { rounds: 12, traces: 3 }
    const cold = await measureCold(
      server,
      subjects,
      names.filter((name) => !subjects[name].sizeOf),
      counts,
    )
    const warm = await measureWarm(
      server,
      subjects,
      names.filter((name) => !subjects[name].isFresh),
      counts,
    )
    return report(subjects, cold, warm, counts)
  } finally {
    await server.close()
  }
}

const ms = (value) => `${number(value, Math.abs(value) < 100 ? 1 : 0)} ms`
/** When the request leaves; nothing where there is none. */
function leavesAt(value) {
  if (Number.isNaN(value)) return ''
  return value < 0 ? `${ms(-value)} before it` : ms(value)
}
const ratio = (value) => value.toFixed(3)

/** What the samples of one profile come to, by name. */
function figuresOf(samples) {
  const limit = samples.get('bare')
  return Object.fromEntries(
    [...samples].map(([name, { first, cached, leaves, busy, frames, calls }]) => [
      name,
      {
        first: median(first),
        middle: [quantile(first, 0.25), quantile(first, 0.75)],
        toLimit: median(first) / median(limit.first),
        leaves: median(leaves),
        busy: busy.length ? median(busy) : undefined,
        cached: median(cached),
        cachedToLimit: median(cached) / median(limit.cached),
        frames,
        calls,
      },
    ]),
  )
}

const HEAD = [
  ...[
    'first view',
    'middle half',
    'to the limit',
    'script arrives to request leaves',
    'main thread busy in it',
  ],
  ...['second view', 'to the limit', 'before the next frame', 'session calls, first and second'],
]

const tableOf = (profile, subjects, figures, rounds) => [
  [`session known, ${profile}`, ...HEAD],
  ...Object.entries(figures).map(([name, of]) => [
    subjects[name].label,
    ms(of.first),
    of.middle.map(ms).join(' – '),
    ratio(of.toLimit),
    leavesAt(of.leaves),
    of.busy === undefined ? '' : ms(of.busy),
    ms(of.cached),
    ratio(of.cachedToLimit),
    `${of.frames} of ${rounds}`,
    of.calls.join(' and '),
  ]),
]

const OURS = Object.keys(VIEWED).filter((name) => name !== 'existing')

/** How much later a first view may know who reads where the presence cookie is named. */
const PRESENCE_LATER_MS = 3
/** How much later than the account-sdk-browser's the request may leave. */
const LATER_MS = 10
/** How much of the bare fetch's time "session known" may come later than with the account-sdk-browser. */
const SLOWER = { minimal: 0, full: 0.06, environment: 0.06, preset: 0.06 }
/** The most of the bare fetch's time with the head snippet. */
const WITH_HEAD = { minimal: 0.8, full: 0.8, environment: 0.8, preset: 0.8 }
/** The most of the bare fetch's time for an anonymous reader’s second visit, without the head snippet. */
const ANONYMOUS_AT_MOST = 0.82
/** How much of the bare fetch's time the second view may take longer than with the account-sdk-browser. */
const SECOND = 0.03

/** Goals, for the profile of the day's first visit. */
function targetsOf(subjects, figures, rounds) {
  const { existing } = figures
  const than = (more, show) => `the account-sdk-browser’s${more ? ` + ${show(more)}` : ''}`
  return [
    ...OURS.map((name) => {
      const text = `${subjects[name].label}: the request leaves after the script’s arrival ≤ ${than(LATER_MS, ms)}`
      return atMost(text, figures[name].leaves, existing.leaves + LATER_MS, ms)
    }),
    ...Object.entries(SLOWER).map(([name, more]) =>
      atMost(
        `${subjects[name].label}: first view ≤ ${than(more, ratio)}`,
        figures[name].toLimit,
        existing.toLimit + more,
        ratio,
      ),
    ),
    ...Object.entries(WITH_HEAD).map(([name, most]) => {
      const subject = `${name}-head`
      const text = `${subjects[subject].label}: first view ≤ ${ratio(most)} × the bare fetch`
      return atMost(text, figures[subject].toLimit, most, ratio)
    }),
    atMost(
      `${subjects.anonymous.label}: first view ≤ ${ratio(ANONYMOUS_AT_MOST)} × the bare fetch`,
      figures.anonymous.toLimit,
      ANONYMOUS_AT_MOST,
      ratio,
    ),
    atMost(
      `${subjects.presence.label}: first view later than without it by at most ${ms(PRESENCE_LATER_MS)}`,
      figures.presence.first - figures.full.first,
      PRESENCE_LATER_MS,
      ms,
    ),
    holds(
      `${subjects.anonymous.label}: no session call`,
      figures.anonymous.calls.every((calls) => calls === 0),
      figures.anonymous.calls.join(' and '),
    ),
    ...OURS.flatMap((name) => {
      const { cachedToLimit, frames } = figures[name]
      const { label } = subjects[name]
      return [
        atMost(
          `${label}: second view ≤ ${than(SECOND, ratio)}`,
          cachedToLimit,
          existing.cachedToLimit + SECOND,
          ratio,
        ),
        holds(
          `${label}: second view, before the first frame after the script ran`,
          frames === rounds,
          `${frames} of ${rounds}`,
        ),
      ]
    }),
  ]
}

function report(subjects, coldSamples, warmSamples, { rounds, traces }) {
  const [cold, warm] = [coldSamples, warmSamples].map(figuresOf)
  return {
    title,
    how:
      `- The times are medians of ${rounds} views each. The clients take turns.\n` +
      `- The CPU is slowed ${CPU_SLOWDOWN} times. A request takes ${NETWORK.latency} ms, and the network brings 200 kB/s.\n` +
      '- The page loads one script, `async` in the head, served with brotli over HTTP/1.1. Each script begins with the compile ' +
      "hint of the documentation, the other clients' too.\n" +
      '- *Cold* is a profile as a browser has it on the day’s first visit: one of its own for each view, in a browser that has ' +
      'just been started. Goals are for the cold one.\n' +
      '- *Warm* is a profile that has seen the site before, with its storages emptied.\n' +
      '- The limit keeps its answer in sessionStorage for the second view.',
    tables: [tableOf('cold', subjects, cold, rounds), tableOf('warm', subjects, warm, rounds)],
    notes: [
      'The rows "bare fetch, as many bytes as …" are the limit with a comment in it: what a script of that size must cost ' +
        'on this network, whatever it does. What the client itself adds is the difference to its own row.',
      'The rows "head snippet alone, as many bytes as …" are the same for the rows with the head snippet: a script that reads ' +
        'the answer which the snippet has asked for, and a comment. It keeps nothing, so its second view asks again.',
      'The row "bare fetch, after one look at document.cookie" differs from the limit by that look. A client that names the presence ' +
        'cookie needs the look to know whether to ask.',
      `The main thread’s time is a median of ${traces} more views, which the browser traced.`,
    ],
    targets: targetsOf(subjects, cold, rounds),
  }
}
