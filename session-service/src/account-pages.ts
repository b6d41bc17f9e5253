// Account pages: the library's addresses redirect to those of the provider.

import { Hono } from 'hono'
import type { Deps } from './deps.ts'
import type { AccountPage } from './options/provider-options.ts'

const PAGES: Readonly<Record<string, AccountPage>> = {
  '/profile-pages': 'account',
  '/profile-pages/about-you/phone': 'phones',
}

export function accountPageRoutes({ settings, pages }: Deps): Hono {
  const { accountPages } = settings.provider
  const app = new Hono()
  for (const [path, page] of Object.entries(PAGES))
    app.get(path, async (c) => {
      const address = addressOf(page, c.req.query('client_id'), c.req.query('redirect_uri'))
      return address === undefined ? pages.show(c, 'not-found') : c.redirect(address)
    })
  return app

  function addressOf(page: AccountPage, clientId?: string, redirectUri?: string): string | undefined {
    if (typeof accountPages === 'function') return accountPages({ page, clientId, redirectUri })
    if (typeof accountPages === 'string') return accountPages
    return accountPages?.[page] ?? accountPages?.account
  }
}
