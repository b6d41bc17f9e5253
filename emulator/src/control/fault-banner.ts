// A line on every page that the emulator serves while something is switched wrong: nobody hunts for a fault that
// somebody has switched on.

import type { MiddlewareHandler } from 'hono'
import { html } from 'hono/html'
import type { EmulatorContext } from '../context.ts'
import { ACCOUNT_HOST, originOf } from '../hosts.ts'
import { faultsOn } from './faults.ts'

/** The line for a page of plain text; empty while everything works. */
export function faultLine({ faults }: EmulatorContext): string {
  const on = faultsOn(faults.current)
  return on.length === 0 ? '' : `\n\nA fault is switched on: ${on.join(', ')}.\n`
}

/** The line, as HTML; empty while everything works. */
export function faultBanner({ faults, address }: EmulatorContext): string {
  const on = faultsOn(faults.current)
  if (on.length === 0) return ''
  const control = `${originOf(ACCOUNT_HOST, address)}/control`
  return String(
    html`<aside data-testid="fault-banner" aria-label="Switched on" style="position:sticky;bottom:0;z-index:9;padding:.5rem 1rem;background:#7a1f12;color:#fff;font:14px/1.4 system-ui,sans-serif">
A fault is switched on: <code style="color:#fff;background:none">${on.join(', ')}</code>.
<a style="color:#fff" href="${control}">Control page</a></aside>`,
  )
}

/** Puts the line at the end of each page of an app; those that are plain text get it as text. */
export function withFaultBanner(context: EmulatorContext): MiddlewareHandler {
  return async (c, next) => {
    await next()
    const kind = c.res.headers.get('content-type') ?? ''
    // what a script asks for is shown to nobody
    if (!/^text\/(html|plain)/.test(kind) || (c.req.header('sec-fetch-mode') ?? 'navigate') !== 'navigate')
      return
    const banner = kind.startsWith('text/html') ? faultBanner(context) : faultLine(context)
    if (banner === '') return
    const text = await c.res.text()
    const page = text.includes('</body>')
      ? text.replace('</body>', () => `${banner}</body>`)
      : `${text}${banner}`
    c.res = new Response(page, c.res)
    c.res.headers.delete('content-length')
  }
}
