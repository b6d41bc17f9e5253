/**
 * Runs inside a page: hands moments to the bench, which count from the start of the navigation: when the session was known,
 * and the first frame after the script ran; when the script was asked for and had arrived, and when the session was asked for.
 */
const view = {}

function report() {
  const resources = performance.getEntriesByType('resource')
  const script = resources.find(({ initiatorType }) => initiatorType === 'script')
  view.begun = script?.startTime
  view.arrived = script?.responseEnd
  view.asked = resources.find(({ name }) => name.includes('/v2/session'))?.startTime
  window.reportView(JSON.stringify(view))
}

function done(moment) {
  view[moment] = performance.now()
  // In a task of its own: the browser tells of a request when its answer has been read.
  if (view.known && view.frame) setTimeout(report, 5)
}

/** Call it where the script ends. */
export function watch(session) {
  requestAnimationFrame(() => done('frame'))
  const known = () => done('known')
  session.then(known, known)
}
