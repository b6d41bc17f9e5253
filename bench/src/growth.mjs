/**
 * Growth: whether anything costs more than its share when there is much of it, and whether disposed instances
 * are gone. The verdict looks at the exponent between two sizes, the largest and one well below it: 1 is
 * linear, 2 quadratic. The heap is measured by the browser, after collecting its garbage.
 */
import { openBrowser } from './browser.mjs'
import { bundle } from './bundle.mjs'
import { CLIENTS } from './clients.mjs'
import { atMost, holds, microseconds, number } from './report.mjs'
import { startServer } from './server.mjs'

export const title = 'Growth'

const LISTENERS = [1, 10, 100, 1000, 10_000]
const PLUGINS = [1, 10, 100]
const LINKS = [10, 10_000]

// From 10 to 100 this is 1.8 times the cost of each, from 100 to 10 000 it is 3.2 times: what memory and its
// caches cost.
const WORST_EXPONENT = 1.25
// Of a click's time on a page with few links, on one with many.
const WORST_CLICK = 1.25
const WORST_LEAK_BYTES = 20

/** How cost grows from the size `from` to the largest. */
function exponent(sizes, costs, from) {
  return Math.log(costs.at(-1) / costs[sizes.indexOf(from)]) / Math.log(sizes.at(-1) / from)
}

const verdictOf = (value) => (value <= WORST_EXPONENT ? 'linear' : 'worse')
const power = (value) => `n^${value.toFixed(2)}`

/** Measures one thing at each size; gives a table and its target. */
async function series(what, sizes, from, measureAt) {
  const measured = []
  for (const size of sizes) measured.push(await measureAt(size))
  const exponents = []
  const rows = Object.keys(measured[0]).map((step) => {
    const costs = measured.map((at) => at[step])
    const value = exponent(sizes, costs, from)
    exponents.push(value)
    return [step, ...costs.map(microseconds), power(value), verdictOf(value)]
  })
  const worst = Math.max(...exponents)
  const head = [`${what}, for all together`, ...sizes.map((size) => number(size)), `from ${from}`, 'verdict']
  return {
    table: [head, ...rows],
    target: holds(`${what}: nothing worse than linear`, worst <= WORST_EXPONENT, `${power(worst)} at most`),
  }
}

/** Heap and listeners that are left of each instance, in bytes and in number. */
async function leak(page, cdp, name, { count, ask }) {
  const run = (times) =>
    page.evaluate(
      ([name, times, ask]) => window.growth.instances(window.site, name, times, ask),
      [name, times, ask],
    )
  const look = async () => {
    for (let i = 0; i < 3; i++) await cdp.send('HeapProfiler.collectGarbage')
    const { usedSize } = await cdp.send('Runtime.getHeapUsage')
    const { jsEventListeners } = await cdp.send('Memory.getDOMCounters')
    return { heap: usedSize, listeners: jsEventListeners }
  }
  // The first ones bring compiled code and caches, which stay.
  await run(Math.ceil(count / 5))
  const before = await look()
  for (let done = 0; done < count; done += 1000) await run(Math.min(1000, count - done))
  const after = await look()
  return { before, after, each: (after.heap - before.heap) / count }
}

async function leaks(page, cdp, count) {
  const rows = []
  const left = { bytes: [], listeners: [] }
  const kilobytes = (bytes) => `${number(bytes / 1000, 1)} kB`
  const bytes = (value) => `${number(value, 2)} B`
  for (const name of ['minimal', 'full', 'preset']) {
    for (const ask of [false, true]) {
      const { before, after, each } = await leak(page, cdp, name, { count, ask })
      const label = `${CLIENTS[name].label}, constructed${ask ? ', asked' : ''} and disposed`
      const listeners = `${before.listeners} → ${after.listeners}`
      rows.push([label, kilobytes(before.heap), kilobytes(after.heap), bytes(each), listeners])
      left.bytes.push(each)
      left.listeners.push(after.listeners - before.listeners)
    }
  }
  const head = [`${number(count)} instances`, 'heap before', 'heap after', 'left of each', 'listeners']
  const targets = [
    atMost(
      `heap flat: ≤ ${WORST_LEAK_BYTES} B left of an instance`,
      Math.max(...left.bytes),
      WORST_LEAK_BYTES,
      bytes,
    ),
    atMost('no listener left on the page', Math.max(...left.listeners), 0),
  ]
  return { table: [head, ...rows], targets }
}

async function openPage(context, server) {
  const source = await bundle("export * from './src/in-page/growth.mjs'", {
    format: 'iife',
    globalName: 'growth',
  })
  server.script('/growth.js', source)
  server.page('/', '<!doctype html><title>Growth</title><body><script src="/growth.js"></script>', {
    isolated: true,
  })
  const page = await context.newPage()
  await page.goto(`${server.origin}/`)
  await page.evaluate((site) => Object.assign(window, { site }), server.site)
  return page
}

export async function measure({ quick = false } = {}) {
  const server = await startServer()
  const context = await openBrowser()
  try {
    const page = await openPage(context, server)
    const rounds = quick ? 5 : 41
    const call = (name, ...args) =>
      page.evaluate(([name, args]) => window.growth[name](window.site, ...args), [name, args])
    const listeners = await series('listeners', LISTENERS, 100, (size) => call('listeners', size, rounds))
    const plugins = await series('plugins', PLUGINS, 10, (size) => call('plugins', size, rounds))
    const [few, many] = await call('links', LINKS, quick ? 2 : 10)

    // A page of its own: nothing above is to be counted as left over.
    const fresh = await openPage(context, server)
    const cdp = await context.newCDPSession(fresh)
    await cdp.send('HeapProfiler.enable')
    const left = await leaks(fresh, cdp, quick ? 1000 : 10_000)

    const ratio = (value) => value.toFixed(2)
    return {
      title,
      how:
        'Listeners are taken off in a shuffled order. Each plugin has a hook and a method. A click is the ' +
        'dispatch of one event, on a login link whose consents have changed; beside it the same without ' +
        'the library.',
      tables: [
        listeners.table,
        plugins.table,
        [
          ['page with login links', 'constructing', 'a click', 'a click without the library'],
          ...[few, many].map(({ count, construct, click, bare }) => [
            `${number(count)} links`,
            ...[construct, click, bare].map(microseconds),
          ]),
        ],
        left.table,
      ],
      targets: [
        listeners.target,
        plugins.target,
        atMost(
          `a click among 10 000 links ≤ ${WORST_CLICK} × one among 10`,
          many.click / few.click,
          WORST_CLICK,
          ratio,
        ),
        ...left.targets,
      ],
    }
  } finally {
    await context.close()
    await server.close()
  }
}
