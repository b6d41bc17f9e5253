/**
 * The work of a page's main thread between the arrival of its script and the leaving of its request, from a trace of the
 * browser. Tracing slows a page down, so that its moments are not those of the other views.
 */

const CATEGORIES = ['devtools.timeline', 'disabled-by-default-devtools.timeline', '__metadata']

/** Begins a trace; the function that is returned ends it, and gives its events. */
export async function startTrace(cdp) {
  const events = []
  cdp.on('Tracing.dataCollected', ({ value }) => events.push(...value))
  await cdp.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: CATEGORIES },
  })
  return async () => {
    const complete = new Promise((resolve) => cdp.once('Tracing.tracingComplete', resolve))
    await cdp.send('Tracing.end')
    await complete
    return events
  }
}

/** How much of a span of time an event has taken. */
const overlap = ({ ts, dur }, from, to) => Math.max(0, Math.min(ts + dur, to) - Math.max(ts, from))

/**
 * Milliseconds of work on the main thread, from the last byte of the page's script to its session call. Nothing where the call has
 * left before the script was there.
 */
export function mainThreadMs(events) {
  const dataOf = (name, test) => events.find((event) => event.name === name && test(event.args.data))
  const script = dataOf('ResourceSendRequest', ({ url }) => /\.js\?/.test(url))
  const asked = dataOf('ResourceSendRequest', ({ url }) => url.includes('/v2/session'))
  const { requestId } = script.args.data
  const finish = dataOf('ResourceFinish', (data) => data.requestId === requestId)
  // Seconds, of the clock whose microseconds the events have.
  const from = finish.args.data.finishTime * 1e6
  const tasks = events.filter(
    ({ name, pid, tid, dur }) => /RunTask$/.test(name) && pid === asked.pid && tid === asked.tid && dur,
  )
  return tasks.reduce((sum, task) => sum + overlap(task, from, asked.ts), 0) / 1000
}
