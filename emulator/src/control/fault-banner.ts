// A line on every page that the emulator serves while something is switched wrong: nobody hunts for a fault that
// somebody has switched on.

import type { MiddlewareHandler } from 'hono'
import { html } from 'hono/html'
import type { EmulatorContext } from '../context.ts'
import { ACCOUNT_HOST, originOf } from '../hosts.ts'
import { type Faults, NO_FAULTS } from './faults.ts'

/** The switches that are not where they are when everything works, with their positions. */
export function faultsOn(faults: Faults): string[] {
  // how slow slow is matters only while it is
  const isIdle = (name: string): boolean => name === 'slowMs' && faults.session !== 'slow'
  return Object.entries(faults)
    .filter(([name, value]) => value !== NO_FAULTS[name as keyof Faults] && !isIdle(name))
    .map(([name, value]) => `${name}: ${value}`)
}

/** The line, as text; empty while everything works. */
export function faultBanner({ faults, address }: EmulatorContext): string {
  const on = faultsOn(faults.current)
  if (on.length === 0) return ''
  const control = `${originOf(ACCOUNT_HOST, address)}/control`
  return String(
    html`<aside data-testid="fault-banner" aria-label="Switched on" style="position:sticky;bottom:0;z-index:9;padding:.5rem 1rem;background:#7a1f12;color:#fff;font:14px/1.4 system-ui,sans-serif">
A fault is switched on: <code style="color:#fff">${on.join(', ')}</code>.
<a style="color:#fff" href="${control}">Control page</a></aside>`,
  )
}

/** Puts the line at the end of each page of an app. */
export function withFaultBanner(context: EmulatorContext): MiddlewareHandler {
  return async (c, next) => {
    await next()
    const banner = c.res.headers.get('content-type')?.startsWith('text/html') ? faultBanner(context) : ''
    if (banner === '') return
    const text = await c.res.text()
    c.res = new Response(
      text.replace('</body>', () => `${banner}</body>`),
      c.res,
    )
    c.res.headers.delete('content-length')
  }
}
