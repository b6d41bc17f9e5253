/**
 * Runs inside a page: what each client does there, timed. `clients` are the modules, `sources` the same as
 * text.
 */
import { alternate } from './clock.mjs'

const LOGIN = {
  acrValues: 'otp-email',
  scope: 'openid',
  tag: 'front page',
  teaser: 'spring',
  locale: 'nb_NO',
}

/** One instance of each client. */
const instances = (clients, site) =>
  Object.fromEntries(Object.entries(clients).map(([name, { create }]) => [name, create(site)]))

/** Parses and runs the bundle, each time as a text that the engine has not seen. */
export function parseAndRun(sources, rounds) {
  let script
  return alternate(Object.keys(sources), {
    rounds,
    batch: 1,
    before(name) {
      script = document.createElement('script')
      script.textContent = `${sources[name]}\n// ${Math.random()}`
    },
    run: () => {
      document.head.append(script)
    },
    after: () => script.remove(),
  })
}

export function construct(clients, site, rounds) {
  const made = []
  return alternate(Object.keys(clients), {
    rounds,
    batch: 20,
    run: (name) => {
      made.push(clients[name].create(site))
    },
    after: () => {
      for (const identity of made.splice(0)) identity.dispose?.()
    },
  })
}

export function loginUrl(clients, site, rounds) {
  const identities = instances(clients, site)
  return alternate(Object.keys(clients), {
    rounds,
    batch: 200,
    run: (name, i) => identities[name].loginUrl({ ...LOGIN, state: `state-${i}` }),
  })
}

export function coldSession(clients, site, rounds) {
  const identities = instances(clients, site)
  return alternate(Object.keys(clients), {
    rounds,
    batch: 1,
    before: (name) => identities[name].clearCachedUserSession(),
    run: (name) => identities[name].hasSession(),
  })
}

/**
 * The same with the window's fetch replaced, for all alike, by one that answers at once: the client's work
 * alone.
 */
export async function coldSessionAnsweredAtOnce(clients, site, text, rounds) {
  const { fetch } = window
  let calls = 0
  window.fetch = async () => {
    calls++
    return new Response(text, { headers: { 'content-type': 'application/json' } })
  }
  try {
    const medians = await coldSession(clients, site, rounds)
    if (calls < rounds * Object.keys(clients).length) throw new Error(`Only ${calls} calls were made`)
    return medians
  } finally {
    window.fetch = fetch
  }
}

/**
 * Besides the clients, `floor`: what nobody who keeps the session in the tab's storage can do without, one look at the
 * entry and a promise.
 */
export async function cachedSession(clients, site, rounds) {
  const identities = instances(clients, site)
  for (const identity of Object.values(identities)) await identity.hasSession()
  const storage = window.sessionStorage
  const key = Object.keys(storage).find((name) => /^portico\..*\.session$/.test(name))
  identities.floor = { hasSession: async () => storage.getItem(key) }
  return alternate(Object.keys(identities), {
    rounds,
    batch: 400,
    run: (name) => identities[name].hasSession(),
  })
}

export async function externalId(clients, site, rounds) {
  const identities = instances(clients, site)
  for (const identity of Object.values(identities)) await identity.hasSession()
  return alternate(Object.keys(clients), {
    rounds,
    batch: 20,
    run: (name, i) => identities[name].getExternalId(`party-${i}`),
  })
}

/** What constructing one client touches: calls of the browser's storage, and its cookies. */
export function touchedByConstructing({ create }, site) {
  const touched = {}
  const undo = []
  for (const method of ['getItem', 'setItem', 'removeItem']) {
    const real = Storage.prototype[method]
    Storage.prototype[method] = function (...args) {
      touched[method] = (touched[method] ?? 0) + 1
      return real.apply(this, args)
    }
    undo.push(() => {
      Storage.prototype[method] = real
    })
  }
  const cookie = Object.getOwnPropertyDescriptor(Document.prototype, 'cookie')
  Object.defineProperty(Document.prototype, 'cookie', {
    ...cookie,
    get() {
      touched.cookie = (touched.cookie ?? 0) + 1
      return cookie.get.call(this)
    },
  })
  undo.push(() => Object.defineProperty(Document.prototype, 'cookie', cookie))
  create(site).dispose?.()
  for (const step of undo) step()
  return touched
}

/**
 * Constructs `count` times, each time on a page whose layout is out of date: a layout then would be forced.
 */
export function constructOnDirtyPage({ create }, site, count) {
  for (let i = 0; i < count; i++) {
    document.body.append(document.createElement('p'))
    create(site).dispose?.()
  }
  for (const paragraph of document.querySelectorAll('p')) paragraph.remove()
}
