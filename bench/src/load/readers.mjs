/**
 * Readers who come, view pages and leave, each in a browser of their own. What they do depends on chance alone, and not on the client,
 * so that all clients meet the same readers.
 */
import { Browser } from './browser.mjs'
import { isNews, toldAt } from './clients.mjs'
import { PAGE } from './parameters.mjs'

const once = (random, mean) => -Math.log(1 - random()) * mean

/** How often a reader who goes on opens tabs, so that the share of page views in tabs of their own is as given. */
const openingShare = ({ newTabShare, tabsAtOnce }) =>
  newTabShare / (tabsAtOnce - newTabShare * (tabsAtOnce - 1))

/** What the page asks; `settle` is told whether its reader is known, after the first call and after each event. */
async function runPage(createClient, page, settle) {
  const identity = createClient(page)
  for (const event of ['login', 'notLoggedin']) identity.on(event, () => settle(true))
  for (const [index, method] of PAGE.calls.entries()) {
    let isKnown = true
    try {
      await identity[method]()
    } catch (error) {
      isKnown = isNews(error)
    }
    if (!index) settle(isKnown)
  }
}

/**
 * @param {object} clock whose time passes
 * @param {object} options `createClient`, for each page; `random` of the readers; `count`, how many there are, and their `habits`;
 * `service`; `onView` to be told of each page view
 */
export function createReaders(clock, { createClient, random, count, habits, service, onView }) {
  /** Those who look at a page now, and those among them whose page knows who they are. */
  const now = { present: 0, known: 0 }
  const everybody = new Map()

  const readerOf = (number) => {
    let reader = everybody.get(number)
    if (!reader) {
      reader = { browser: new Browser(clock, service, random() < habits.loggedInShare), lastTab: undefined }
      if (habits.toldBeforeHours) {
        const seconds = Math.floor(habits.toldBeforeHours * 3600 * random())
        reader.browser.setCookie(...toldAt(clock.now - seconds * 1000), 86_400 - seconds)
      }
      everybody.set(number, reader)
    }
    return reader
  }

  const visit = () => {
    const reader = readerOf(Math.floor(random() * count))
    const { browser } = reader
    let views = 1
    while (random() > 1 / habits.viewsPerVisit) views++
    /** Those of this visit, each with whether its page knows who its reader is. */
    const tabs = new Map()
    let tab = random() < habits.sameTabShare ? reader.lastTab : undefined
    /** Opened at once with the one that is looked at, and read after it. */
    const parked = []
    let isCountedAsKnown = false
    now.present++

    const lookAt = (one) => {
      tab = one
      browser.show(tab)
      const isKnown = tabs.get(tab) ?? false
      now.known += isKnown - isCountedAsKnown
      isCountedAsKnown = isKnown
    }
    const tell = (one, isKnown) => {
      tabs.set(one, isKnown)
      if (one === tab) lookAt(tab)
    }
    const load = (one) => {
      const page = browser.load(one)
      tell(one, false)
      onView()
      const settle = (isKnown) => one.page === page && tell(one, isKnown)
      clock.setTimeout(() => one.page === page && runPage(createClient, page, settle), PAGE.libraryAfterMs)
    }
    const openPage = () => {
      const isFirst = !tabs.size
      const isNew = !tab || (!isFirst && random() < openingShare(habits))
      lookAt(isNew ? browser.openTab() : tab)
      load(tab)
      views--
      for (let more = 1; isNew && !isFirst && more < habits.tabsAtOnce && views; more++, views--) {
        const one = browser.openTab()
        parked.push(one)
        clock.setTimeout(load, more * once(random, habits.secondsPerClick) * 1000, one)
      }
    }
    const goOn = () => {
      if (parked.length) lookAt(parked.shift())
      else openPage()
      const isLast = !views && !parked.length
      clock.setTimeout(isLast ? end : goOn, once(random, habits.secondsPerView) * 1000)
    }
    const end = () => {
      now.known -= isCountedAsKnown
      now.present--
      reader.lastTab = tab
      for (const open of tabs.keys()) browser.leave(open)
    }
    goOn()
  }

  return {
    now,
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
