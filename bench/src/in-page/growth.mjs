/** Runs inside a page: the same thing done few and many times, timed. Durations are in microseconds. */

import { Identity } from 'portico'
import { createIdentity } from 'portico/core'
import { consents, fetchTransport, login, loginLinks, user } from 'portico/plugins'
import { createFullIdentity } from 'portico/presets/full'
import { createMinimalIdentity } from 'portico/presets/minimal'
import { median } from './clock.mjs'

const options = ({ accountUrl, ...site }) => ({
  ...site,
  env: {
    name: 'LOCAL',
    accountUrl,
    widgetUrl: `${accountUrl}/authn/`,
    globalSessionUrl: accountUrl,
    sdrnNamespace: 'localhost',
  },
})

/** The numbers below `count` in an order that is neither forwards nor backwards. */
const shuffled = (count) => Array.from({ length: count }, (_, i) => (i * 7919 + 13) % count)

const timed = (run) => {
  const start = performance.now()
  run()
  return (performance.now() - start) * 1000
}

/** So many sets at a time that the clock's step does not matter; at large sizes, one. */
const setsFor = (count, items) => Array.from({ length: Math.ceil(items / count) }, (_, i) => i)

/**
 * Medians of `on`, `emit` and `off` with `count` listeners, each of them for all listeners of one instance.
 */
export function listeners(site, count, rounds) {
  const samples = { on: [], emit: [], off: [] }
  const order = shuffled(count)
  let heard = 0
  let sets = []
  const listener = () => () => {
    heard++
  }
  for (let round = 0; round < rounds; round++) {
    sets = setsFor(count, 1000).map(() => ({
      identity: createIdentity(options(site), [fetchTransport()]),
      functions: Array.from({ length: count }, listener),
    }))
    const each = (act) => timed(() => sets.forEach(act)) / sets.length
    samples.on.push(
      each(({ identity, functions }) => {
        for (const one of functions) identity.on('login', one)
      }),
    )
    samples.emit.push(
      each(({ identity }) => {
        identity.emit('login', {})
      }),
    )
    samples.off.push(
      each(({ identity, functions }) => {
        for (const i of order) identity.off('login', functions[i])
      }),
    )
    // Nobody is left to hear this.
    for (const { identity } of sets) {
      identity.emit('login', {})
      identity.dispose()
    }
  }
  const expected = count * rounds * sets.length
  if (heard !== expected) throw new Error(`${heard} calls instead of ${expected}`)
  return { on: median(samples.on), emit: median(samples.emit), off: median(samples.off) }
}

/**
 * Medians of composing `count` plugins, each with a hook and a method, of one URL built by them all, and of
 * the end.
 */
export function plugins(site, count, rounds) {
  const samples = { compose: [], loginUrl: [], dispose: [] }
  let built = 0
  const list = Array.from({ length: count }, (_, i) => ({
    name: `plugin-${i}`,
    setup(kernel) {
      kernel.hook('url:build', () => {
        built++
      })
      kernel.onDispose(() => {})
      return { [`method${i}`]: () => i }
    },
  }))
  let sets = []
  for (let round = 0; round < rounds; round++) {
    sets = setsFor(count, 2000).map(() => ({}))
    const each = (act) => timed(() => sets.forEach(act)) / sets.length
    samples.compose.push(
      each((set) => {
        set.identity = createIdentity(options(site), [fetchTransport(), login(), ...list])
      }),
    )
    samples.loginUrl.push(
      each(({ identity }) => {
        identity.loginUrl({ state: 'growth' })
      }),
    )
    samples.dispose.push(
      each(({ identity }) => {
        identity.dispose()
      }),
    )
  }
  const expected = count * rounds * sets.length
  if (built !== expected) throw new Error(`${built} hooks instead of ${expected}`)
  return Object.fromEntries(Object.entries(samples).map(([name, values]) => [name, median(values)]))
}

const CLICKS = 20

/**
 * Medians, on pages with these many login links: of constructing, and of one click on a link in the middle.
 * The consents differ at each click, so that each click has a link to rewrite. A click without the library
 * stands beside it.
 */
export function links(site, counts, rounds) {
  const samples = new Map(counts.map((count) => [count, { construct: [], click: [], bare: [] }]))
  let consent = 0
  const getConsents = () => new URLSearchParams({ gdpr: '1', gdpr_consent: `c${consent++}` })
  const compose = () =>
    createIdentity(options(site), [fetchTransport(), user(), loginLinks(), consents({ getConsents })])
  const stay = (event) => event.preventDefault()
  document.addEventListener('click', stay)
  for (let round = 0; round < rounds; round++) {
    for (const count of round % 2 ? counts.toReversed() : counts) {
      const list = document.createElement('div')
      const href = `${site.accountUrl}/oauth/authorize?client_id=${site.clientId}&state=s&gdpr=0`
      list.innerHTML = `<a href="${href.replaceAll('&', '&amp;')}">Log in</a> `.repeat(count)
      document.body.append(list)
      const link = list.children[count >> 1]
      const click = () => {
        // So that no click pays for what the page left undone before it.
        void list.offsetHeight
        const events = Array.from(
          { length: CLICKS },
          () => new MouseEvent('click', { bubbles: true, cancelable: true, composed: true }),
        )
        return (
          timed(() => {
            for (const event of events) link.dispatchEvent(event)
          }) / CLICKS
        )
      }
      const of = samples.get(count)
      for (let i = 0; i < 5; i++) of.bare.push(click())
      const made = []
      of.construct.push(
        timed(() => {
          for (let i = 0; i < CLICKS; i++) made.push(compose())
        }) / CLICKS,
      )
      // One of them is enough to click with.
      for (const identity of made.slice(1)) identity.dispose()
      for (let i = 0; i < 5; i++) of.click.push(click())
      if (!link.href.includes('gdpr_consent=c')) throw new Error('The click refreshed nothing')
      made[0].dispose()
      list.remove()
    }
  }
  document.removeEventListener('click', stay)
  return counts.map((count) => {
    const { construct, click, bare } = samples.get(count)
    return { count, construct: median(construct), click: median(click), bare: median(bare) }
  })
}

const MAKERS = {
  minimal: (site) => createMinimalIdentity(options(site)),
  full: (site) => createFullIdentity(options(site), fetchTransport()),
  preset: (site) => new Identity(options(site)),
}

/**
 * Constructs and disposes `count` instances, one after another; `ask` has each ask for the session in
 * between.
 */
export async function instances(site, name, count, ask) {
  for (let i = 0; i < count; i++) {
    const identity = MAKERS[name](site)
    identity.on('login', () => {})
    if (ask) await identity.hasSession()
    identity.dispose()
  }
}
