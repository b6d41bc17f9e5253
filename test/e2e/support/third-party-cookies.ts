/** Finds out what a page's browser really does with third-party cookies, by two hosts that have nothing in common. */
import type { ThirdPartyCookies } from './browser.ts'
import type { PageServer } from './page-server.ts'

const ELSEWHERE = 'cookies.elsewhere.localhost'

/** What is needed of a page, of whichever browser. */
interface Probed {
  goto(url: string): Promise<unknown>
  evaluate(run: (url: string) => Promise<string>, url: string): Promise<string>
}

/** Sets a cookie on a visit, then sees whether it comes along when another site's page asks. */
export async function probeThirdPartyCookies(page: Probed, pages: PageServer): Promise<ThirdPartyCookies> {
  pages.serve('/probe', { body: '<!doctype html><title>Probe</title>' })
  pages.serve('/probe-set', {
    body: '<!doctype html><title>Set</title>',
    headers: { 'set-cookie': 'probe=1; SameSite=None; Secure' },
  })
  pages.serve('/probe-read', ({ cookie = '', origin = '' }) => ({
    body: cookie,
    headers: { 'access-control-allow-origin': origin, 'access-control-allow-credentials': 'true' },
  }))
  const ask = (url: string) =>
    page.evaluate((address) => fetch(address, { credentials: 'include' }).then((it) => it.text()), url)
  const read = pages.url('/probe-read', ELSEWHERE)
  await page.goto(pages.url('/probe-set', ELSEWHERE))
  if ((await ask(read)) !== 'probe=1') throw new Error('the probe is broken: its cookie was not kept at all')
  await page.goto(pages.url('/probe'))
  return (await ask(read)) === 'probe=1' ? 'allow' : 'block'
}
