/** A login by popup from a page in a frame: of its own site, and of another one, to which browsers do not give the session's cookie. */
import type { Frame, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { runsIn, TIMED } from './support/browser.ts'
import { startSession } from './support/demo.ts'
import { looks, offerLooks } from './support/looks.ts'
import { bundle, ownOptions, pageWith } from './support/own-page.ts'
import { useWorld, type World } from './support/world.ts'

const OWN_SITE = ['pages.site.localhost', 'shop.site.localhost']
const ANOTHER = 'pages.other.localhost'

/** Opens a page of this host, in which the page that logs in is a frame. */
async function framed(world: World, host: string): Promise<{ page: Page; frame: Frame }> {
  const script = await bundle(`
    import { createIdentity } from 'portico/core'
    import { fetchTransport, login, loginPopup } from 'portico/plugins'
    const identity = createIdentity(options, [fetchTransport(), login(), loginPopup()])
    document.querySelector('button').onclick = async () => {
      const { outcome } = await identity.loginPopup({ state: 'of-the-page' })
      document.querySelector('output').textContent = outcome
    }
    // A browser without a screen says of no frame that it has the focus.
    document.hasFocus = () => true
  `)
  world.pages.serve(
    '/framed',
    pageWith(ownOptions(world), script, '<button>Log in</button><output></output>'),
  )
  world.pages.serve('/around', {
    body: `<!doctype html><title>Around</title><iframe src="${world.pages.url('/framed')}"></iframe>`,
  })
  const page = await world.page()
  await offerLooks(page)
  await page.goto(world.pages.url('/around', host))
  const frame = page.frames()[1]
  if (!frame) throw new Error('The page has no frame')
  return { page, frame }
}

/** The reader clicks, and closes the popup, before which they may have logged in. */
async function logIn(world: World, { page, frame }: { page: Page; frame: Frame }, isLoggedIn: boolean) {
  const [popup] = await Promise.all([page.waitForEvent('popup'), frame.getByRole('button').click()])
  await popup.getByTestId('cancel').waitFor()
  // The page sees that the popup is on another origin: no reader closes it sooner.
  await looks(frame, 1)
  if (isLoggedIn) await startSession(world)
  await popup.close()
  return frame.locator('output:not(:empty)').textContent()
}

describe.each(['allow', 'block'] as const)(
  'with a browser that has third-party cookies as %s',
  TIMED,
  (cookies) => {
    const world = useWorld(cookies)

    it.each(OWN_SITE)(
      'a login in a frame of %s is connected, and a popup that is closed is cancelled',
      async (host) => {
        expect(await logIn(world, await framed(world, host), false)).toBe('cancelled')
        expect(await logIn(world, await framed(world, host), true)).toBe('connected')
      },
    )

    it('a login in a frame of another site is unknown, whether or not it has succeeded', async () => {
      if (
        !runsIn(
          'chromium',
          'a popup of a frame of another site',
          'The driver does not tell of it in Firefox.',
        )
      )
        return
      expect(await logIn(world, await framed(world, ANOTHER), false)).toBe('unknown')
      expect(await logIn(world, await framed(world, ANOTHER), true)).toBe('unknown')
    })
  },
)
