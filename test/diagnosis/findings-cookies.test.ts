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

it('a frame of another site that gets none of its cookies is storage-access-missing', async () => {
  const why = 'Other browsers keep the cookies of the frame apart, and say so by other means.'
  if (!runsIn('chromium', 'a frame without its cookies', why)) return
  const inner = await openDiagnosed(world)
  const frame = `<!doctype html><title>Outer</title><iframe src="${world.pages.url()}"></iframe>`
  world.pages.serve('/outer', { body: frame })
  await inner.page.goto(world.pages.url('/outer', 'pages.other.localhost'))
  const framed = inner.page.frames()[1]
  await framed?.waitForFunction(() => 'isReady' in window)
  const found = (await inner.diagnosis(framed)).find(({ id }) => id === 'storage-access-missing')
  expect(found).toMatchObject({ severity: 'warning', seen: 'document.hasStorageAccess() is false' })
})

it.each([
  [
    'the browser of an app on Android',
    '(Linux; Android 16; wv) AppleWebKit/537.36 Chrome/150.0.0.0 Mobile Safari/537.36',
    '; wv)',
  ],
  ['the browser of Instagram', '(iPhone) AppleWebKit/605.1.15 Mobile/15E148 Instagram 350.0', 'Instagram'],
  [
    'the browser of an app on an iPhone',
    '(iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148',
    'Safari',
  ],
  [
    'Safari',
    '(iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1',
    undefined,
  ],
  ['Chrome', '(Linux; Android 16) AppleWebKit/537.36 Chrome/150.0.0.0 Mobile Safari/537.36', undefined],
])('in-app-browser tells %s', async (_, agent, sign) => {
  const before = `Object.defineProperty(navigator, 'userAgent', { value: ${JSON.stringify(`Mozilla/5.0 ${agent}`)} })`
  const { diagnosis } = await openDiagnosed(world, { before })
  const found = (await diagnosis()).find(({ id }) => id === 'in-app-browser')
  if (sign) expect(found?.seen).toContain(sign)
  else expect(found).toBeUndefined()
})
