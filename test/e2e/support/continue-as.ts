/** A page on which the browser's own dialog offers to continue as somebody. */
import type { Page } from 'playwright-core'
import { by, CLIENTS, call, type Site, startSession, visit } from './demo.ts'
import { type Dialogs, takeDialogs } from './dialog.ts'
import type { World } from './world.ts'

/** The second publisher's site. */
export const OTHER = 'www.other.localhost'
/** That of the second publisher. */
const MERCHANT = 4002

/**
 * Opens a page in a browser that knows of a login at the account service. Each authorization tells the browser. A logout makes it
 * forget, also one in an earlier test. A browser that does not know shows no dialog.
 */
export async function toldPage(world: World, site: Site = 'www.site.localhost'): Promise<Page> {
  await startSession(world, 'ingrid', site)
  const page = await world.page()
  const client = CLIENTS[site]
  const redirectUri = world.pages.url('/told')
  world.pages.serve('/told', { body: '<!doctype html><title>Back</title>' })
  world.emulator.registerRedirectUri(client, redirectUri)
  const query = new URLSearchParams({
    client_id: client,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'openid',
    prompt: 'none',
  })
  await page.goto(world.emulator.url('account.localhost', `/oauth/authorize?${query}`))
  await page.waitForURL(/\/told\?code=/)
  return page
}

/** The second publisher's page, for a reader who has never been there and is logged in at the account service. */
export async function openOther(world: World): Promise<{ page: Page; dialogs: Dialogs }> {
  const page = await toldPage(world)
  const dialogs = await takeDialogs(world, page)
  await visit(world, page, 'anonymous', OTHER)
  // The browser keeps connections of the tests before, and the account service does.
  await call(page, 'disconnect')
  for (const { username } of world.emulator.users) world.emulator.disconnect(username, MERCHANT)
  return { page, dialogs }
}

/** Waits until the page says an outcome. */
export const says = (page: Page, outcome: string): Promise<void> =>
  by(page, 'continue-as-outcome')
    .getByText(new RegExp(`^${outcome}`))
    .waitFor()
