/**
 * Every number that the simulated crowd is made of, each with its reason. Nothing here was measured at a publisher: the
 * numbers are such as a large newspaper would call ordinary, and each may be changed to ask what would come of it.
 */

/** A run with the same seed is the same run, to the last request. */
export const SEED = 20_260_101

export const READERS = {
  /** Readers a day, as the title says. */
  perDay: 1_000_000,
  /** Visits a reader a day: in the morning, at noon and in the evening, and some do not come at all. */
  visitsPerDay: 2.5,
  /** Page views a visit: the front page, and some articles. */
  viewsPerVisit: 4,
  /** Mean seconds from one page view to the next, exponential: front pages are left soon, articles are read. */
  secondsPerView: 45,
  /** Share of page views that open a tab of their own: articles opened beside the front page. */
  newTabShare: 0.25,
  /** Share of visits that begin in the tab of the visit before: the others open the site anew. */
  sameTabShare: 0.3,
  /** Share of readers with a session: a newspaper with subscribers. */
  loggedInShare: 0.35,
}

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
}

/** Views in each hour of a day, in shares of the day: Nordic newspapers, read at breakfast, at lunch and in the evening. */
export const DAY = [
  0.8, 0.5, 0.3, 0.3, 0.5, 1.4, 3.6, 5.8, 6.3, 5.6, 5.2, 5.6, 6.0, 5.4, 5.2, 5.4, 5.6, 5.6, 5.6, 6.2, 7.0,
  6.6, 3.6, 1.9,
].map((percent) => percent / 100)

export const SIZES = {
  /**
   * One of so many readers is simulated, and the curves are those of all. `step`: seconds over which they are averaged,
   * since what a twentieth of the readers does in one second is mostly chance.
   */
  default: { scene: 20, day: 600, step: 30 },
  /** To see whether everything works. */
  quick: { scene: 300, day: 4000, step: 60 },
}

/** Seconds of a scene before its trouble, which is when a second is ordinary, and after it. */
export const SECONDS_BEFORE = 300
export const SECONDS_AFTER = 600
/** Seconds until caches and visits are what they are on any day; not part of the scene. */
export const SECONDS_TO_SETTLE = 600
