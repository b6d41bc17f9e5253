/** "Continue as" where the browser has no dialog of its own: the widget asks, by the same call. */

import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { BROWSER } from './support/browser.ts'
import { by, call, sees, startSession, visit } from './support/demo.ts'
import { probeThirdPartyCookies } from './support/third-party-cookies.ts'
import { useWorld } from './support/world.ts'

const world = useWorld('allow')
const OTHER = 'www.other.localhost'

/** The second publisher's page, in a browser without such a dialog. */
async function openOther(): Promise<Page> {
  const page = await world.page()
  if (BROWSER === 'chromium')
    await page.addInitScript(() => {
      Reflect.deleteProperty(window, 'IdentityCredential')
      // Nor does it read that member of a question.
      CredentialsContainer.prototype.get = async () => null
    })
  await visit(world, page, 'anonymous', OTHER)
  return page
}

it('stands on a browser that allows third-party cookies', async () => {
  expect(await probeThirdPartyCookies(await world.page(), world.pages)).toBe('allow')
})

it('leads to the login page, with the proofs that the server has made', async () => {
  await startSession(world)
  const page = await openOther()
  await by(page, 'offer-to-continue').click()
  const [request] = await Promise.all([
    page.waitForRequest(/\/oauth\/authorize\?/),
    by(page, 'widget-continue').click(),
  ])
  const query = new URL(request.url()).searchParams
  for (const name of ['state', 'nonce', 'code_challenge']) expect(query.getAll(name)).toHaveLength(1)
  await by(page, 'continue').click()
  await sees(page, 'user-name', 'Ingrid S.')
})

it('is dismissed when the widget is closed', async () => {
  await startSession(world)
  const page = await openOther()
  await by(page, 'offer-to-continue').click()
  await by(page, 'widget-close').click()
  await by(page, 'continue-as-outcome')
    .getByText(/^dismissed/)
    .waitFor()
})

it('is unavailable where nobody is logged in at the account service', async () => {
  const page = await openOther()
  expect(await call(page, 'continueAs', { state: 's' })).toEqual({ outcome: 'unavailable' })
})
