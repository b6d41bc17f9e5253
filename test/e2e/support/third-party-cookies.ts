/** Finds out what a page's browser really does with third-party cookies, by two hosts that have nothing in common. */
import type { ThirdPartyCookies } from './browser.ts'
import type { World } from './world.ts'

const ELSEWHERE = 'cookies.elsewhere.localhost'

/** Sets a cookie on a visit, then sees whether it comes along when another site's page asks. */
export async function probeThirdPartyCookies({ page: open, pages }: World): Promise<ThirdPartyCookies> {
  pages.serve('/probe', { body: '<!doctype html><title>Probe</title>' })
  pages.serve('/probe-set', {
    body: '<!doctype html><title>Set</title>',
    headers: { 'set-cookie': 'probe=1; SameSite=None; Secure' },
  })
  pages.serve('/probe-read', ({ cookie = '', origin = '' }) => ({
    body: cookie,
    headers: { 'access-control-allow-origin': origin, 'access-control-allow-credentials': 'true' },
  }))
  const page = await open()
  await page.goto(pages.url('/probe-set', ELSEWHERE))
  const own = await page.evaluate(() => fetch('/probe-read').then((response) => response.text()))
  if (own !== 'probe=1') throw new Error('the probe is broken: its cookie was not kept at all')
  await page.goto(pages.url('/probe'))
  const read = pages.url('/probe-read', ELSEWHERE)
  const seen = await page.evaluate(
    (url) => fetch(url, { credentials: 'include' }).then((response) => response.text()),
    read,
  )
  return seen === 'probe=1' ? 'allow' : 'block'
}
