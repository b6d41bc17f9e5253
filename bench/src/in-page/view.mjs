/**
 * Runs inside a page: hands the moment at which the session was known, and that of the first frame after the
 * script ran, to the bench. Both count from the start of the navigation.
 */
const view = {}

function done(moment) {
  view[moment] = performance.now()
  if (view.known && view.frame) window.reportView(JSON.stringify(view))
}

/** Call it where the script ends. */
export function watch(session) {
  requestAnimationFrame(() => done('frame'))
  const known = () => done('known')
  session.then(known, known)
}
