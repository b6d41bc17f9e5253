/** The login page of the account service, for the first demo site's client. */
import type { Page } from 'playwright-core'
import { by, CLIENTS } from './demo.ts'
import type { World } from './world.ts'

/** Opens the login page that these parameters lead to, for a test user once they are chosen. */
export async function openLoginPage(
  world: World,
  parameters: Record<string, string>,
  user?: string,
): Promise<Page> {
  const query = new URLSearchParams({
    client_id: CLIENTS['www.site.localhost'],
    redirect_uri: world.pages.url(),
    response_type: 'code',
    scope: 'openid',
    ...parameters,
  })
  const page = await world.page()
  await page.goto(world.emulator.url('account.localhost', `/oauth/authorize?${query}`))
  if (user !== undefined) await by(page, `user-${user}`).click()
  return page
}
