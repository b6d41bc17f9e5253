/** A page on which the browser's own dialog offers to continue as somebody. */
import type { Page } from 'playwright-core'
import { by, call, justLoggedIn, visit } from './demo.ts'
import { type Dialogs, takeDialogs } from './dialog.ts'
import type { World } from './world.ts'

/** The second publisher's site. */
export const OTHER = 'www.other.localhost'
/** That of the second publisher. */
const MERCHANT = 4002

/** The second publisher's page, for a reader who has never been there and is logged in at the account service. */
export async function openOther(world: World): Promise<{ page: Page; dialogs: Dialogs }> {
  await justLoggedIn(world)
  const page = await world.page()
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
