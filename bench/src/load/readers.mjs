/**
 * Readers who come, view pages and leave, each in a browser of their own. What they do depends on chance alone, and not on the client,
 * so that all clients meet the same readers.
 */
import { Browser } from './browser.mjs'
import { isNews, toldBefore } from './clients.mjs'
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
 * @param {object} options `createClient`, for each page; `random` of the readers; `count`, how many there are, and their `behaviour`;
 * `service`; `onView` to be told of each page view
 */
export function createReaders(clock, { createClient, random, count, behaviour, service, onView }) {
  const everybody = new Map()
  /** Those that have begun and not ended. */
  const visits = new Set()

  const newReader = () => {
    const browser = new Browser(clock, service, random() < behaviour.loggedInShare)
    if (behaviour.toldBeforeHours)
      browser.cookie = toldBefore(clock.now, Math.floor(behaviour.toldBeforeHours * 3600 * random()))
    return { browser, lastTab: undefined }
  }

  const beginVisit = () => {
    const number = Math.floor(random() * count)
    const reader = everybody.get(number) ?? newReader()
    everybody.set(number, reader)
    const { browser } = reader
    let views = 1
    while (random() > 1 / behaviour.viewsPerVisit) views++
    /** The tab that is looked at, and those of this visit, each with whether its page knows who its reader is. */
    const visit = { tab: random() < behaviour.sameTabShare ? reader.lastTab : undefined, tabs: new Map() }
    visits.add(visit)
    /** Opened at once with the one that is looked at, and read after it. */
    const parked = []

    const lookAt = (tab) => {
      visit.tab = tab
      browser.show(tab)
    }
    const tell = (tab, isKnown) => {
      visit.tabs.set(tab, isKnown)
      // Whoever has two visits at once turns to the page that has just changed.
      if (tab === visit.tab) browser.show(tab)
    }
    const load = (tab) => {
      const page = browser.load(tab)
      tell(tab, false)
      onView()
      const settle = (isKnown) => tab.page === page && tell(tab, isKnown)
      page.setTimeout(() => runPage(createClient, page, settle), PAGE.libraryAfterMs)
    }
    const openPage = () => {
      const isFirst = !visit.tabs.size
      const isNew = !visit.tab || (!isFirst && random() < openingShare(behaviour))
      lookAt(isNew ? browser.openTab() : visit.tab)
      load(visit.tab)
      views--
      for (let more = 1; isNew && !isFirst && more < behaviour.tabsAtOnce && views; more++, views--) {
        const tab = browser.openTab()
        parked.push(tab)
        clock.setTimeout(load, more * once(random, behaviour.secondsPerClick) * 1000, tab)
      }
    }
    const goOn = () => {
      if (parked.length) lookAt(parked.shift())
      else openPage()
      const isLast = !views && !parked.length
      clock.setTimeout(isLast ? end : goOn, once(random, behaviour.secondsPerView) * 1000)
    }
    const end = () => {
      visits.delete(visit)
      reader.lastTab = visit.tab
      for (const tab of visit.tabs.keys()) browser.leave(tab)
    }
    goOn()
  }

  return {
    /** How many look at a page now, and how many of them look at one that knows who they are. */
    now: () => ({
      present: visits.size,
      known: [...visits].filter(({ tab, tabs }) => tabs.get(tab)).length,
    }),
    /** Lets visits begin for so long, at `rateAt(time)` visits a second. */
    come(until, rateAt, mostPerSecond) {
      const next = () => {
        let at = clock.now
        // As many as could come at most, less those for whom it is not busy enough.
        do at += once(random, 1000 / mostPerSecond)
        while (at <= until && random() * mostPerSecond >= rateAt(at))
        if (at > until) return
        clock.setTimeout(() => {
          beginVisit()
          next()
        }, at - clock.now)
      }
      next()
    },
  }
}
