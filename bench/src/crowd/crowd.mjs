/**
 * Readers who come, view pages and leave, each in a browser of their own. What they do depends on chance alone, and not
 * on the client, so that all clients meet the same crowd.
 */
import { toldAt } from './clients.mjs'
import { PAGE } from './parameters.mjs'
import { Browser } from './window.mjs'

const once = (random, mean) => -Math.log(1 - random()) * mean

/** How often a reader who goes on opens tabs, so that the share of page views in tabs of their own is as given. */
const openingShare = ({ newTabShare, tabsAtOnce }) =>
  newTabShare / (tabsAtOnce - newTabShare * (tabsAtOnce - 1))

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
      const browser = new Browser(clock)
      if (habits.toldBeforeHours) {
        const seconds = Math.floor(habits.toldBeforeHours * 3600 * random())
        browser.setCookie(...toldAt(clock.now - seconds * 1000), 86_400 - seconds)
      }
      person = { browser, service: service.forReader(isLoggedIn), visits: 0 }
      people.set(number, person)
    }
    return person
  }

  /** What the page asks; the reader's status is known once the first call has told it, or an event after that. */
  const runPage = async (window, settle) => {
    const identity = client.create(window)
    for (const event of ['login', 'notLoggedin']) identity.on(event, () => settle(true))
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
    /** Those of this visit, each with whether its page knows who its reader is. */
    const tabs = new Map()
    let tab = random() < habits.sameTabShare && person.lastTab ? person.lastTab : undefined
    /** Opened at once with the one that is looked at, and read after it. */
    const parked = []
    /** Whether that is counted. */
    let isKnown = false
    known.present++
    const lookAt = (one) => {
      tab = one
      browser.show(tab)
      const isKnownNow = tabs.get(tab) ?? false
      known.known += isKnownNow - isKnown
      isKnown = isKnownNow
    }
    const tell = (one, isKnownNow) => {
      tabs.set(one, isKnownNow)
      if (one === tab) lookAt(tab)
    }

    const load = (one) => {
      const window = browser.load(one, person.service)
      tell(one, false)
      onView()
      client.head?.(window)
      clock.setTimeout(() => {
        if (one.window === window)
          runPage(window, (isKnownNow) => one.window === window && tell(one, isKnownNow))
      }, PAGE.libraryAfterMs)
    }
    const view = () => {
      if (parked.length) lookAt(parked.shift())
      else {
        const isNew = !tab || (tabs.size && random() < openingShare(habits))
        const isFirst = !tabs.size
        lookAt(isNew ? browser.openTab() : tab)
        load(tab)
        views--
        for (let more = 1; isNew && !isFirst && more < habits.tabsAtOnce && views; more++, views--) {
          const one = browser.openTab()
          parked.push(one)
          clock.setTimeout(load, more * once(random, habits.secondsPerClick) * 1000, one)
        }
      }
      const isLast = !views && !parked.length
      clock.setTimeout(isLast ? stay : view, once(random, habits.secondsPerView) * 1000)
    }
    const stay = () => {
      if (habits.secondsOpen) clock.setTimeout(end, once(random, habits.secondsOpen) * 1000)
      else end()
    }
    const end = () => {
      known.known -= isKnown
      known.present--
      person.lastTab = tab
      for (const open of tabs.keys()) browser.leave(open)
    }
    view()
  }

  return {
    known,
    /** Lets visits begin for so long, at `rateAt(time)` visits a second. */
    come(until, rateAt, mostPerSecond) {
      const next = () => {
        let at = clock.now
        // As many as could come at most, less those for whom it is not busy enough.
        do at += once(random, 1000 / mostPerSecond)
        while (at <= until && random() * mostPerSecond >= rateAt(at))
        if (at > until) return
        clock.setTimeout(() => {
          visit()
          next()
        }, at - clock.now)
      }
      next()
    },
  }
}
