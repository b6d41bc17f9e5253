/** A page with the head snippet, which asks for the session while the library is still on its way. */
import type { Page } from 'playwright-core'
import { preloadScript } from 'portico/server'
import { bundle } from './own-page.ts'
import type { World } from './world.ts'

/** A page whose library starts only when `start()` is called, under a policy by nonce. */
export async function serveHeadPage(world: World, options: Record<string, unknown>): Promise<void> {
  const library = await bundle(`
    import { Identity } from 'portico'
    const show = (text) => document.body.append(text + ' ')
    window.start = () => {
      const identity = new Identity(options)
      window.logout = () => identity.logout()
      return identity.hasSession().then(({ userId }) => show('user ' + userId), ({ reason }) => show(reason))
    }
  `)
  world.pages.serve('/', {
    body: `<!doctype html><html lang="en"><meta charset="utf-8"><title>A page</title>
<script nonce="n0nce">${preloadScript(options as unknown as Parameters<typeof preloadScript>[0])}</script><body>
<script nonce="n0nce">window.options = ${JSON.stringify(options)}</script>
<script nonce="n0nce">${library.replaceAll('</script', '<\\/script')}</script></body></html>`,
    headers: { 'content-security-policy': "script-src 'nonce-n0nce'; base-uri 'none'" },
  })
}

/** Starts the library of the page. */
export const start = (page: Page): Promise<void> =>
  page.evaluate(() => (window as unknown as { start(): Promise<void> }).start())

/** Whether a request is one for the session. */
export const isSessionCall = ({ path }: { path: string }): boolean => path.startsWith('/v2/session')
