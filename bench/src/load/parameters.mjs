/**
 * Every number of the simulation, each with its reason. None was measured at a publisher: where somebody has published one it is said
 * who, the others are such as a large newspaper would call ordinary. Each may be changed to ask what would come of it.
 */

/** A run with the same seed is the same run, to the last request. */
export const SEEDS = [20_261_126, 20_261_227, 20_261_328]

/** The clients that are compared. */
export const EXISTING = 'account-sdk-browser'
export const OURS = 'ours with tabs'
export const COOKIE = 'ours with tabs and the presence cookie'

export const READERS = {
  perDay: 1_000_000,
  /** In the morning, at noon and in the evening; some readers do not come at all. */
  visitsPerDay: 2.5,
  /** The front page, and some articles. What is published of newspapers says three to six. */
  viewsPerVisit: 4,
  /** Mean, exponential. A month of seventy million American readers of newspapers came to 4.5 minutes and 5.9 pages a session. */
  secondsPerView: 45,
  /**
   * Share of page views in a tab of their own: articles opened beside the front page. Weinreich and others (2006) counted a tenth of all
   * navigation in new windows before tabs were common. Nobody has published it for newspapers.
   */
  newTabShare: 0.25,
  /** How many articles are opened at once: one, the less favourable for tabs that share. */
  tabsAtOnce: 1,
  /** Mean from one to the next of those: a look at the front page, and a click. */
  secondsPerClick: 3,
  /** Share of visits that begin in the tab of the visit before: the others open the site anew. */
  sameTabShare: 0.3,
  /** Share of readers with a session: a newspaper with subscribers. */
  loggedInShare: 0.35,
}
/** The Nielsen Norman Group saw young adults park pages: articles opened in rapid succession, and read one after the other. */
export const PARKING = { tabsAtOnce: 4 }
/** When at the earliest the service has told each browser that nobody is logged in, in an outage. */
export const TOLD_BEFORE_HOURS = 12

export const PAGE = {
  /** From the page to the start of the library: a script of some kilobytes on a phone. */
  libraryAfterMs: 400,
  /** What a page with a header, a paywall and advertising asks, one after the other. */
  calls: ['hasSession', 'isLoggedIn', 'isConnected', 'getUser', 'getSpId'],
}

export const SERVICE = {
  /** How long a session holds: short, since logging out elsewhere must be noticed. */
  sessionSeconds: 900,
  /** How long "there is no session" holds: what the account-sdk-browser keeps it for, whatever it is told. */
  noSessionSeconds: 300,
  roundTripMs: 60,
  /** What an answer takes where nobody waits before it. */
  workMs: 20,
  /** Requests a second that it can answer, in those of an ordinary second with the account-sdk-browser: room for a good day. */
  capacity: 1.5,
  /** Work that waits in its queues; beyond that it answers 503 at once, as a service must that is not to work in vain. */
  queueSeconds: 5,
  /** Instances behind the balancer: each is down for as long, one after the other, when a version is rolled out. */
  instances: 6,
  restartSeconds: 30,
}

/** Views in each hour of a day, in percent of the day: Nordic newspapers, read at breakfast, at lunch and in the evening. */
export const HOURS = [
  0.8, 0.5, 0.3, 0.3, 0.5, 1.4, 3.6, 5.8, 6.3, 5.6, 5.2, 5.6, 6.0, 5.4, 5.2, 5.4, 5.6, 5.6, 5.6, 6.2, 7.0,
  6.6, 3.6, 1.9,
]

/**
 * One of so many readers is simulated. Outages more closely, since their highest second is judged: of a curve that chance has made rough
 * the highest is too high. Curves are averages over `step` seconds for the same reason.
 */
export const SIZES = {
  full: { scene: 20, outage: 4, rush: 40, day: 600, anonymous: 1200, step: 30 },
  /** To see whether everything works. */
  quick: { scene: 300, outage: 300, rush: 600, day: 4000, anonymous: 8000, step: 60 },
}
