/** A page that the browser has fetched ahead: the session in it is as old as its HTML, and the reader may have logged out since. */
import { describe, expect, it, onTestFinished } from 'vitest'
import { initialSessionScript } from '../../server/initial-session-script.ts'
import { openBare } from './support/bare-browser.ts'
import { runsIn, TIMED } from './support/browser.ts'
import { bundle, ownOptions, pageWith } from './support/own-page.ts'
import { useServices } from './support/world.ts'

const world = useServices()

const IDENTITY = `
  import { createFullIdentity } from 'portico/presets/full'
  import { fetchTransport } from 'portico/plugins'
  const identity = createFullIdentity({ ...options }, fetchTransport())
  const ask = () => identity.hasSession().then(({ userId }) => userId, ({ reason }) => reason)`

/** Shows the session of its server, until the next page was fetched. Then it hears that nobody is logged in, and goes there. */
const FRONT = `${IDENTITY}
  const goOn = async () => {
    const before = await ask()
    while ((await (await fetch('/is-fetched')).text()) !== 'true') await new Promise((resolve) => setTimeout(resolve, 50))
    identity.clearCachedUserSession()
    sessionStorage.setItem('shown', JSON.stringify([before, await ask()]))
    document.querySelector('a').click()
  }
  goOn()`

/** Says what it shows. */
const NEXT = `${IDENTITY}
  const [{ deliveryType }] = performance.getEntriesByType('navigation')
  const front = JSON.parse(sessionStorage.getItem('shown'))
  ask().then((next) => fetch('/told', { headers: { told: JSON.stringify({ deliveryType, front, next }) } }))`

const RULES = JSON.stringify({ prefetch: [{ urls: ['/ahead'], eagerness: 'immediate' }] })

describe('a page that was fetched ahead', TIMED, () => {
  it('does not show a reader who has logged out since', async () => {
    if (
      !runsIn('chromium', 'a page that is fetched ahead', 'No other browser does that by rules of the page.')
    )
      return
    const { pages } = world
    let isFetched = false
    const told = new Promise<unknown>((resolve) => {
      pages.serve('/told', (headers) => {
        resolve(JSON.parse(`${headers.told}`))
        return { body: '' }
      })
    })
    const scripts = await Promise.all([FRONT, NEXT].map((script) => bundle(script)))
    const withSession = (script: string, body = '') => {
      const page = pageWith(ownOptions(world), script, body)
      return {
        ...page,
        body: page.body.replace(
          '<body>',
          `<body><script>${initialSessionScript({ result: true, userId: 101, expiresIn: 300_000 })}</script>`,
        ),
      }
    }
    pages.serve('/is-fetched', () => ({ body: `${isFetched}` }))
    pages.serve('/ahead', ({ 'sec-purpose': purpose }) => {
      isFetched = `${purpose}`.startsWith('prefetch')
      return withSession(scripts[1] as string)
    })
    pages.serve('/', () =>
      withSession(
        scripts[0] as string,
        `<a href="/ahead">Go on</a><script type="speculationrules">${RULES}</script>`,
      ),
    )
    onTestFinished(await openBare(pages.url()))
    expect(await told).toEqual({
      deliveryType: 'navigational-prefetch',
      front: [101, 'session-missing'],
      next: 'session-missing',
    })
  })
})
