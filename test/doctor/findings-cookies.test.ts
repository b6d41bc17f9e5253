/** Blocked third-party cookies: they do no harm to logins, but the widget has nobody to continue as. */

import { expect, it } from 'vitest'
import { runsIn } from '../e2e/support/browser.ts'
import { loggedIn } from '../e2e/support/demo.ts'
import { idsOf, openDiagnosed } from '../e2e/support/diagnosed-page.ts'
import { probeThirdPartyCookies } from '../e2e/support/third-party-cookies.ts'
import { useWorld } from '../e2e/support/world.ts'

const world = useWorld('block')

it('a reader who is logged in but unknown to the global session service is third-party-cookies-blocked', async () => {
  const why = 'Firefox lets a service that a login has just come from have its cookies.'
  if (!runsIn('chromium', 'third-party cookies that are blocked after a login', why)) return
  expect(await probeThirdPartyCookies(await world.page(), world.pages)).toBe('block')
  const anonymous = await openDiagnosed(world)
  expect(idsOf(await anonymous.diagnosis())).not.toContain('third-party-cookies-blocked')
  // Tabs share what they know: one that stays open would answer that nobody is logged in.
  await anonymous.page.close()
  await loggedIn(world)
  const { diagnosis } = await openDiagnosed(world)
  const found = (await diagnosis()).find(({ id }) => id === 'third-party-cookies-blocked')
  expect(found).toMatchObject({ severity: 'info', fix: expect.stringContaining('Nothing is wrong') })
})
