/** A page that is rendered ahead: it knows who reads when it is shown, and the service was asked once. */
import { describe, expect, it, onTestFinished } from 'vitest'
import { openBare } from './support/bare-browser.ts'
import { runsIn, TIMED } from './support/browser.ts'
import { bundle, ownOptions, pageWith } from './support/own-page.ts'
import { PRESETS } from './support/presets.ts'
import { useServices } from './support/world.ts'

const world = useServices()

/** Asks when it is loaded, and says so. Once it is shown, it asks again, and tells what it has learned. */
const AHEAD = `
  const ask = () => identity.hasSession().then(({ userId }) => userId, ({ name }) => name)
  const first = ask()
  const wasAhead = document.prerendering
  first.then(() => fetch('/ready'))
  document.addEventListener('prerenderingchange', async () => {
    const told = { wasAhead, first: await first, again: await ask(), kept: Object.keys(sessionStorage).some((key) => key.endsWith('.session')) }
    fetch('/told', { headers: { told: JSON.stringify(told) } })
  })`

const RULES = JSON.stringify({ prerender: [{ urls: ['/ahead'], eagerness: 'immediate' }] })

/** Goes on once the next page is ready. */
const FRONT = `<!doctype html><title>A page</title><a href="/ahead">Go on</a><script type="speculationrules">${RULES}</script>
  <script>
    const timer = setInterval(async () => {
      if ((await (await fetch('/is-ready')).text()) !== 'true') return
      clearInterval(timer)
      document.querySelector('a').click()
    }, 50)
  </script>`

describe('a page that is rendered ahead', TIMED, () => {
  it.each(Object.entries(PRESETS))(
    'knows who reads when it is shown, by one request (%s)',
    async (_, make) => {
      if (
        !runsIn(
          'chromium',
          'a page that is rendered ahead',
          'No other browser does that by rules of the page.',
        )
      )
        return
      let isReady = false
      const { pages } = world
      const told = new Promise<unknown>((resolve) => {
        pages.serve('/told', (headers) => {
          resolve(JSON.parse(`${headers.told}`))
          return { body: '' }
        })
      })
      pages.serve('/ready', () => {
        isReady = true
        return { body: '' }
      })
      pages.serve('/is-ready', () => ({ body: `${isReady}` }))
      pages.serve('/ahead', pageWith(ownOptions(world), await bundle(make + AHEAD)))
      pages.serve('/', { body: FRONT })
      world.sessionCalls()
      onTestFinished(await openBare(pages.url()))
      expect(await told).toEqual({ wasAhead: true, first: 'SDKError', again: 'SDKError', kept: true })
      expect(world.sessionCalls()).toHaveLength(1)
    },
  )
})
