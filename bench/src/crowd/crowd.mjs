/**
 * Readers who come, view pages and leave, each in a browser of their own. What they do depends on chance alone, and not
 * on the client, so that all clients meet the same crowd.
 */
import { PAGE } from './parameters.mjs'
import { createBrowser } from './window.mjs'

const once = (random, mean) => -Math.log(1 - random()) * mean

/**
 * @param {object} clock whose time passes
 * @param {object} options `client` that the pages use; `random` of the readers; `readers`, how many there are, and their
 * `habits`; `service`; `onView` to be told of each page view
 */
export function createCrowd(clock, { client, random, readers, habits, service, onView }) {
  const known = { present: 0, known: 0 }
  const people = new Map()

  const personOf = (number) => {
    let person = people.get(number)
    if (!person) {
      const isLoggedIn = random() < habits.loggedInShare
      person = { browser: createBrowser(clock), service: service.forReader(isLoggedIn), visits: 0 }
      people.set(number, person)
    }
    return person
  }

  /** What the page asks; the reader's status is known once the first call has told it. */
  const runPage = async (window, settle) => {
    const identity = client.create(window)
    for (const [index, method] of PAGE.calls.entries()) {
      let isKnown = true
      try {
        await identity[method]()
      } catch (error) {
        isKnown = client.isNews(error)
      }
      if (!index) settle(isKnown)
    }
  }

  const visit = () => {
    const person = personOf(Math.floor(random() * readers))
    const { browser } = person
    let views = 1
    while (random() > 1 / habits.viewsPerVisit) views++
    const tabs = []
    let tab = random() < habits.sameTabShare && person.lastTab ? person.lastTab : undefined
    /** Whether the page that is looked at knows who its reader is. */
    let isKnown = false
    known.present++
    const set = (now) => {
      known.known += now - isKnown
      isKnown = now
    }

    const view = () => {
      if (!tab || (tabs.length && random() < habits.newTabShare)) tab = browser.openTab()
      if (!tabs.includes(tab)) tabs.push(tab)
      const window = browser.load(tab, person.service)
      const isLookedAt = tab
      set(false)
      onView()
      client.head?.(window)
      clock.setTimeout(() => {
        if (isLookedAt.window === window)
          runPage(window, (now) => isLookedAt.window === window && tab === isLookedAt && set(now))
      }, PAGE.libraryAfterMs)
      clock.setTimeout(--views ? view : end, once(random, habits.secondsPerView) * 1000)
    }
    const end = () => {
      set(false)
      known.present--
      person.lastTab = tab
      for (const open of tabs) browser.leave(open)
    }
    view()
  }

  return {
    known,
    /** Lets visits begin for so long, at `rateAt(time)` visits a second. */
    come(until, rateAt, mostPerSecond) {
      const next = () => {
        if (clock.now > until) return
        if (random() * mostPerSecond < rateAt(clock.now)) visit()
        clock.setTimeout(next, once(random, 1000 / mostPerSecond))
      }
      next()
    },
  }
}
