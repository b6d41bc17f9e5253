/**
 * The first touch: what a page pays for the first look at a place in which something is kept, in a browser that has just begun. It is the
 * reason why the service's word that nobody is logged in lies in a cookie, and not in local storage, where the library keeps the rest that
 * all tabs know: the look comes before the first request.
 */
import { withFreshBrowser } from './browser.mjs'
import { median } from './in-page/clock.mjs'
import { atMost, number } from './report.mjs'
import { startServer } from './server.mjs'
import { quantile } from './statistics.mjs'
import { CPU_SLOWDOWN, slowPage } from './views.mjs'

export const title = 'The first touch'

const ROUNDS = 15
// In a browser that has just begun, other things go on.
const SETTLE_MS = 1000

const COOKIE = 'read a cookie'
const LOCAL = 'read an entry of local storage'

/** Each as the first of its kind on the page. */
const TOUCHES = {
  [COOKIE]: 'document.cookie',
  [LOCAL]: "localStorage.getItem('a')",
  'read an entry of session storage': "sessionStorage.getItem('a')",
  'write a cookie': "document.cookie = 'a=1; path=/; max-age=100'",
  'write an entry of local storage': "localStorage.setItem('a', '1')",
  'listen for changed cookies': "cookieStore.addEventListener('change', () => {})",
}

const pageOf = (touch) => `<!doctype html><html lang="en"><title>A page</title>
<script>
  const before = performance.now()
  ${touch}
  const took = performance.now() - before
  window.reportView(JSON.stringify({ took }))
</script>`

/** Milliseconds of one touch, in a browser that was never used before. */
const touchOnce = (server, name) =>
  withFreshBrowser(async (context) => {
    server.page('/touch', pageOf(TOUCHES[name]), { isolated: true })
    const { page, view } = await slowPage(context)
    await page.waitForTimeout(SETTLE_MS)
    return (await view(`${server.origin}/touch`)).took
  })

export async function measure({ quick = false } = {}) {
  const server = await startServer()
  const names = Object.keys(TOUCHES)
  const samples = Object.fromEntries(names.map((name) => [name, []]))
  const rounds = quick ? 2 : ROUNDS
  try {
    for (let round = 0; round < rounds; round++)
      // Each round begins with another one.
      for (const turn of names.keys()) {
        const name = names[(round + turn) % names.length]
        samples[name].push(await touchOnce(server, name))
      }
  } finally {
    await server.close()
  }
  const ms = (value) => `${number(value, 2)} ms`
  const rows = names.map((name) => [
    name,
    ms(median(samples[name])),
    [0.25, 0.75].map((share) => ms(quantile(samples[name], share))).join(' – '),
    ms(Math.max(...samples[name])),
  ])
  return {
    title,
    how:
      `- Medians of ${rounds} pages, each in a browser that has just been started, on a profile of its own. The touches take turns.\n` +
      `- The CPU is slowed ${CPU_SLOWDOWN} times. Each is the first statement of the first page.`,
    tables: [[['first touch', 'time', 'middle half', 'longest'], ...rows]],
    targets: [
      atMost(
        'the first look at a cookie takes no longer than that at local storage',
        median(samples[COOKIE]),
        median(samples[LOCAL]),
        ms,
      ),
    ],
  }
}
