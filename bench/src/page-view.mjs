/**
 * A page view: from the start of the navigation to "session known", on a phone four times slower than this
 * machine and on a mobile network (150 ms of latency for each request, 200 kB/s), both emulated by Chromium.
 * The limit is an external script that does nothing but the fetch of the same URL. Views take turns, so that
 * a slow second hits all. The same script, padded to the bytes of each of ours, says what of the way to the limit is
 * the transfer alone: the floor of any client of that size. First view: a script the browser has never seen, no
 * session kept. Then the same page again: both from the cache.
 */
import { randomBytes } from 'node:crypto'
import { openBrowser } from './browser.mjs'
import { bundle } from './bundle.mjs'
import { CLIENTS, MINIMAL_WITH_HEAD_START } from './clients.mjs'
import { headSnippet } from './head-snippet.mjs'
import { median } from './in-page/clock.mjs'
import { atMost, holds, number } from './report.mjs'
import { compress, startServer } from './server.mjs'

export const title = '3. A page view'

const CPU_SLOWDOWN = 4
const NETWORK = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 200_000 }

/** Tells the browser that all of the script is needed at once, so that it compiles while it loads: for all alike. */
const HINT = '//# allFunctionsCalledOnLoad'

/** Those of ours whose size is tried with nothing in it. */
const SIZED = ['minimal', 'full', 'preset']

const WATCH = "import { watch } from './src/in-page/view.mjs'"

/** A wait for a lock, which tabs need so that one of them asks for all. */
const LOCK = `await new Promise((resolve) => navigator.locks.request('bare', { ifAvailable: true }, () => resolve()))`

/**
 * As little as can be done: the fetch; and, to be comparable on the second view, its answer kept in the tab.
 */
const bare = (url, before = '') => `${WATCH}
  const kept = sessionStorage.getItem('bare')
  const ask = async () => {
    ${before}
    const response = await fetch(${JSON.stringify(url)}, { credentials: 'include' })
    const session = await response.json()
    setTimeout(() => sessionStorage.setItem('bare', JSON.stringify(session)))
    return session
  }
  watch(kept ? Promise.resolve(JSON.parse(kept)) : ask())`

/** A client's module, used at once. */
const using = (code, site) => `${WATCH}
  ${code}
  watch(create(${JSON.stringify(site)}).hasSession())`

/** What is viewed: the page's script, and what stands in its head before it. */
function subjectsFor({ site }) {
  const sdrn = `sdrn:localhost:client:${site.clientId}`
  const query = new URLSearchParams({
    ...{ client_sdrn: sdrn, redirect_uri: site.redirectUri, sdk_version: '0.1.0', tabId: '12345' },
  })
  const url = `${site.sessionDomain}/v2/session?${query}`
  const limit = { label: 'bare fetch (the limit)', code: bare(url) }
  const subjects = { bare: limit }
  for (const [name, { label, code }] of Object.entries(CLIENTS))
    subjects[name] = { label, code: using(code, site) }
  for (const name of SIZED)
    subjects[`${name}-size`] = {
      label: `bare fetch, as many bytes as ${CLIENTS[name].label}`,
      code: limit.code,
      sizeOf: name,
    }
  subjects['full-lock'] = {
    label: `bare fetch after a lock, as many bytes as ${CLIENTS.full.label}`,
    code: bare(url, LOCK),
    sizeOf: 'full',
  }
  const head = headSnippet(site)
  for (const [name, { label, code }] of Object.entries({ ...CLIENTS, minimal: MINIMAL_WITH_HEAD_START })) {
    if (name !== 'existing')
      subjects[`${name}-head`] = { label: `${label}, inline snippet`, code: using(code, site), head }
  }
  return subjects
}

/** The script with a comment that nothing can make shorter, until both weigh as many bytes. */
function padTo(bytes, script) {
  const random = randomBytes(2 * bytes).toString('base64')
  let [least, most] = [0, random.length]
  while (least < most) {
    const middle = (least + most) >> 1
    if (compress(`${script}//${random.slice(0, middle)}`).length < bytes) least = middle + 1
    else most = middle
  }
  return `${script}//${random.slice(0, least)}`
}

async function publish(server, subjects) {
  const weights = {}
  for (const [name, { code, head = '', sizeOf }] of Object.entries(subjects)) {
    const script = await bundle(code, { format: 'iife', banner: { js: HINT } })
    weights[name] = compress(script).length
    server.script(`/${name}.js`, sizeOf ? padTo(weights[sizeOf], script) : script)
    // The place of the script's number, so that each view has a script of its own.
    subjects[name].html = (number) =>
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${name}</title>${head}` +
      `<script src="/${name}.js?${number}" async></script></head>` +
      `<body><h1>News</h1>${'<p>A paragraph of an article.</p>'.repeat(20)}</body></html>`
  }
}

/** Opens a page, slowed down; returns the function that views a URL and gives its moments. */
async function slowPage(context) {
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  await cdp.send('Runtime.enable')
  await cdp.send('Runtime.addBinding', { name: 'reportView' })
  await cdp.send('Network.enable')
  await cdp.send('Network.emulateNetworkConditions', NETWORK)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  let report
  cdp.on('Runtime.bindingCalled', ({ payload }) => report(JSON.parse(payload)))
  const view = async (url) => {
    let timer
    const moments = new Promise((resolve, reject) => {
      report = resolve
      timer = setTimeout(() => reject(new Error(`No session known on ${url} after 20 s`)), 20_000)
    })
    await page.goto(url, { waitUntil: 'commit' })
    return moments.finally(() => clearTimeout(timer))
  }
  return { page, view }
}

/** The first view of a page and the next one, which finds the script and the session in the tab's caches. */
async function viewTwice(server, page, view, name, html) {
  server.page(`/${name}`, html)
  const views = []
  for (const which of ['first', 'cached']) {
    const before = server.calls.length
    const moments = await view(`${server.origin}/${name}?${which}`)
    views.push({ ...moments, calls: server.calls.length - before })
    // What the page keeps after its session is known is no part of the next view.
    await page.waitForTimeout(20)
  }
  await page.evaluate(() => {
    sessionStorage.clear()
    localStorage.clear()
  })
  return views
}

export async function measure({ quick = false } = {}) {
  const server = await startServer()
  const context = await openBrowser()
  try {
    const subjects = subjectsFor(server)
    await publish(server, subjects)
    const names = Object.keys(subjects)
    const samples = new Map(names.map((name) => [name, { first: [], cached: [], frames: 0, calls: [0, 0] }]))
    const rounds = quick ? 3 : 40
    for (let round = 0; round < rounds; round++) {
      // A tab of its own for each round: a browser slows down with the pages that a tab has seen.
      const { page, view } = await slowPage(context)
      await viewTwice(server, page, view, 'bare', subjects.bare.html(`warm${round}`))
      for (let turn = 0; turn < names.length; turn++) {
        const name = names[(round + turn) % names.length]
        const [first, cached] = await viewTwice(server, page, view, name, subjects[name].html(round))
        const of = samples.get(name)
        of.first.push(first.known)
        of.cached.push(cached.known)
        if (cached.known < cached.frame) of.frames++
        of.calls[0] += first.calls
        of.calls[1] += cached.calls
      }
      await page.close()
    }
    return report(subjects, samples, rounds)
  } finally {
    await context.close()
    await server.close()
  }
}

const quantile = (values, share) => [...values].sort((a, b) => a - b)[Math.round((values.length - 1) * share)]

function report(subjects, samples, rounds) {
  const ms = (value) => `${number(value, value < 100 ? 1 : 0)} ms`
  const ratio = (value) => value.toFixed(3)
  const limit = { first: median(samples.get('bare').first), cached: median(samples.get('bare').cached) }
  const toLimit = (name) => median(samples.get(name).first) / limit.first
  const rows = [...samples].map(([name, { first, cached, frames, calls }]) => [
    subjects[name].label,
    ms(median(first)),
    `${ms(quantile(first, 0.25))} – ${ms(quantile(first, 0.75))}`,
    ratio(toLimit(name)),
    ms(median(cached)),
    ratio(median(cached) / limit.cached),
    `${frames} of ${rounds}`,
    `${calls[0]} and ${calls[1]}`,
  ])
  const within = (name, most) =>
    atMost(`${subjects[name].label}: ≤ ${ratio(most)} × the bare fetch`, toLimit(name), most, ratio)
  const beforeFrame = (name) => {
    const { frames } = samples.get(name)
    const text = `${subjects[name].label}: from the cache, before the first frame after the script ran`
    return holds(text, frames === rounds, `${frames} of ${rounds}`)
  }
  const withHead = Object.keys(subjects).filter((name) => name.endsWith('-head'))
  return {
    title,
    how:
      `Medians of ${rounds} views each, in turns; CPU slowed ${CPU_SLOWDOWN} times, ` +
      `${NETWORK.latency} ms of latency a request, 200 kB/s; one script, \`async\` in the head, served with ` +
      "brotli over HTTP/1.1 on an open connection; each begins with the compile hint of the documentation, the others' " +
      'as well. The limit keeps its answer in sessionStorage for the ' +
      'second view.',
    tables: [
      [
        [
          ...['session known', 'first view', 'middle half', 'to the limit', 'from cache', 'to the limit'],
          ...['before the next frame', 'session calls, first and cached'],
        ],
        ...rows,
      ],
    ],
    notes: [
      'The rows "bare fetch, as many bytes as …" are the limit with a comment in it: what a script of that size must cost ' +
        'on this network, whatever it does. What the client itself adds is the difference to its own row. One of ' +
        'them waits for a lock first: without it, tabs that are opened together would ask together.',
    ],
    targets: [
      within('minimal', 1.035),
      // The environment presets are it, with their addresses.
      within('full', toLimit('existing') + 0.01),
      within('preset', 1.09),
      ...['minimal', 'full', 'preset'].map(beforeFrame),
      ...withHead.map((name) => within(name, 0.8)),
      ...(withHead.length
        ? []
        : [holds('with the inline snippet: ≤ 0.8 × the bare fetch', false, 'not built')]),
    ],
  }
}
