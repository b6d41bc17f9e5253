/**
 * Every number that the simulated crowd is made of, each with its reason. None was measured at a publisher: where somebody
 * has published one it is said who, the others are such as a large newspaper would call ordinary. Each may be changed to
 * ask what would come of it.
 */

/**
 * A run with the same seed is the same run, to the last request. The numbers of the pause were chosen with those of `fit` and of
 * `compared`. What is reported is of others, so that they are not praised for what was only chance.
 */
export const SEEDS = {
  report: [20_261_126, 20_261_227, 20_261_328],
  fit: [11_000, 12_000, 13_000],
  compared: [20_260_101, 20_260_202, 20_260_303],
}

export const READERS = {
  /** Readers a day, as the title says. */
  perDay: 1_000_000,
  /** Visits a reader a day: in the morning, at noon and in the evening, and some do not come at all. */
  visitsPerDay: 2.5,
  /** Page views a visit: the front page, and some articles. What is published of newspapers says three to six. */
  viewsPerVisit: 4,
  /**
   * Mean seconds from one page view to the next, exponential: front pages are left soon, articles are read. A month of
   * seventy million American readers of newspapers came to 4.5 minutes and 5.9 pages a session, which is 46.
   */
  secondsPerView: 45,
  /**
   * Share of page views that open a tab of their own: articles opened beside the front page, on computers rather than on
   * phones. Weinreich and others (2006) counted a tenth of all navigation in new windows before tabs were common; nobody has
   * published it for newspapers, so the report says how the result depends on it.
   */
  newTabShare: 0.25,
  /** How many articles are opened at once: one, the less favourable for tabs that share. See VARIATIONS. */
  tabsAtOnce: 1,
  /** Mean seconds from one to the next of those: a look at the front page, and a click. */
  secondsPerClick: 3,
  /** Share of visits that begin in the tab of the visit before: the others open the site anew. */
  sameTabShare: 0.3,
  /** Share of readers with a session: a newspaper with subscribers. */
  loggedInShare: 0.35,
}

/**
 * Readers of other habits, for the ordinary day. The Nielsen Norman Group saw young adults park pages: articles opened in
 * rapid succession from a front page, and read one after the other.
 */
export const VARIATIONS = {
  newTabShare: [0, 0.1, 0.25, 0.5],
  tabsAtOnce: [1, 4],
}

/**
 * Readers who leave their last page open and in sight, for the load of pages that ask anew: a quarter of an hour is a long read, an
 * hour a second screen. Mean minutes, exponential; nobody has published it. Of the other numbers they are those of everybody.
 */
export const OPEN_MINUTES = [0, 15, 60]

/**
 * Readers who are not logged in: the visit pattern is that of all others. On an ordinary day, the day before is simulated as well, since what a
 * browser was told holds for a day. In an outage, each was told within the hours before.
 */
export const STRANGERS = { loggedInShare: 0, daysBefore: 1, toldBeforeHours: 12 }

export const PAGE = {
  /** Milliseconds from the page to the start of the library: a script of some kilobytes on a phone. */
  libraryAfterMs: 400,
  /** What a page with a header, a paywall and advertising asks, one after the other. */
  calls: ['hasSession', 'isLoggedIn', 'isConnected', 'getUser', 'getSpId'],
}

export const SERVICE = {
  /** Seconds that a session holds: short, since logging out elsewhere must be noticed. */
  sessionSeconds: 900,
  /** Seconds that "there is no session" holds: what the existing client keeps it for, whatever it is told. */
  noSessionSeconds: 300,
  /** Milliseconds to the service and back. */
  roundTripMs: 60,
  /** Milliseconds that an answer takes where nobody waits before it. */
  workMs: 20,
  /** Requests a second that it can answer, in those of an ordinary second with the existing client: room for a good day. */
  capacity: 1.5,
  /** Seconds of work that wait in its queues; beyond that it answers 503 at once, as a service must that is not to work in vain. */
  queueSeconds: 5,
  /** Instances behind the balancer: each is down for as long, one after the other, when a version is rolled out. */
  instances: 6,
  restartSeconds: 30,
  /** The same of a service that is made to be patient: longer than the eight seconds after which an attempt is given up. */
  longQueueSeconds: 10,
  /** Share of requests that get no answer while some are lost: enough to see what another attempt is good for. */
  lostShare: 0.1,
}

/** Views in each hour of a day, in shares of the day: Nordic newspapers, read at breakfast, at lunch and in the evening. */
export const DAY = [
  0.8, 0.5, 0.3, 0.3, 0.5, 1.4, 3.6, 5.8, 6.3, 5.6, 5.2, 5.6, 6.0, 5.4, 5.2, 5.4, 5.6, 5.6, 5.6, 6.2, 7.0,
  6.6, 3.6, 1.9,
].map((percent) => percent / 100)

/**
 * One of so many readers is simulated, and the curves are those of all. Outages more closely, since their highest second is
 * judged: of a curve that chance has made rough the highest is too high. `step`: seconds over which curves are averaged, for
 * the same reason.
 */
export const SIZES = {
  default: { scene: 20, outage: 4, crowded: 40, day: 600, habits: 1200, tried: 30, step: 30 },
  /** To see whether everything works. */
  quick: { scene: 300, outage: 300, crowded: 600, day: 4000, habits: 8000, tried: 300, step: 60 },
}

/** Seconds of a scene before its trouble, which is when a second is ordinary, and after it. */
export const SECONDS_BEFORE = 300
export const SECONDS_AFTER = 600
/** Seconds until caches and visits are what they are on any day; not part of the scene. */
export const SECONDS_TO_SETTLE = 600
