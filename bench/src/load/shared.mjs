/**
 * What the tabs of one browser share: local storage, locks and channels, as far as the library uses them. For the simulation and for the unit
 * tests, whose pages share nothing.
 */

/** Locks as of the Web Locks API: one holder, others wait in order until they give up. */
function createLocks() {
  const held = new Set()
  const waiting = []

  const turn = (name, signal) =>
    new Promise((begin, giveUp) => {
      const one = { name, begin }
      waiting.push(one)
      signal?.addEventListener('abort', () => {
        const place = waiting.indexOf(one)
        if (place >= 0) waiting.splice(place, 1)
        giveUp(signal.reason)
      })
    })

  async function request(name, { signal }, callback) {
    // As in a browser, no callback is called before whoever asks has gone on.
    await null
    signal?.throwIfAborted()
    if (held.has(name)) await turn(name, signal)
    held.add(name)
    try {
      return await callback({ name })
    } finally {
      const next = waiting.findIndex((one) => one.name === name)
      // Whoever comes next has it at once: nobody else may take it in between.
      if (next < 0) held.delete(name)
      else waiting.splice(next, 1)[0].begin()
    }
  }
  return { held, request }
}

/** @param deliver is called for each tab that a message is for, with what hands it over */
export function createShared({ deliver }) {
  /** The entries of the local storage. Without a prototype: a script may read one by its name. */
  const items = Object.create(null)
  const channels = new Set()
  const locks = createLocks()

  class Channel {
    onmessage = null
    constructor(name) {
      this.name = name
      channels.add(this)
    }
    postMessage(message) {
      const data = structuredClone(message)
      for (const other of channels)
        if (other !== this && other.name === this.name)
          deliver(() => channels.has(other) && other.onmessage?.({ data }))
    }
    close() {
      channels.delete(this)
    }
  }

  return {
    items,
    locks,
    channels,
    Channel,
    /** The local storage as one window has it. @param tellOthers is called with the key of what this window has changed */
    storageOf: (tellOthers) =>
      Object.assign(Object.create(items), {
        getItem: (key) => items[key] ?? null,
        setItem(key, value) {
          if (items[key] === `${value}`) return
          items[key] = `${value}`
          tellOthers(key)
        },
        removeItem(key) {
          if (!(key in items)) return
          delete items[key]
          tellOthers(key)
        },
      }),
  }
}
