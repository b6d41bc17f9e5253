/** What tabs share but the storage: the channel they speak on, and the lock that hidden ones queue for. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { ownOptions } from './own-page.ts'
import type { World } from './world.ts'

/** The name of the channel and of the lock, and where the mark stands, for the client of these pages. */
export function channelName(world: World): string {
  const { sessionDomain, clientId } = ownOptions(world)
  return `portico.${world.emulator.environment.accountUrl} ${new URL(`${sessionDomain}`).origin} ${clientId}.tabs2`
}

/** Waits until the tabs of the pages' origin hold locks of just these names. A tab's letting go reaches another tab later. */
export async function holdsLocks(page: Page, names: string[]): Promise<void> {
  const held = () => page.evaluate(async () => (await navigator.locks.query()).held?.map(({ name }) => name))
  await expect.poll(held, { timeout: 10_000 }).toEqual(names)
}

/** A channel, by a page without the library. */
export interface Listening {
  /** Waits until so many messages have matched. */
  heard(matches: (message: unknown) => boolean, times?: number): Promise<void>
  post(message: unknown): Promise<void>
}

/** Listens to a channel by a page, from now on. */
export async function listen(page: Page, channel: string): Promise<Listening> {
  const messages: unknown[] = []
  let onMessage = () => {}
  await page.exposeFunction('told', (message: unknown) => {
    messages.push(message)
    onMessage()
  })
  await page.evaluate((name) => {
    const channel = new BroadcastChannel(name)
    const { told } = window as unknown as { told(message: unknown): void }
    channel.onmessage = ({ data }) => told(data)
    Object.assign(window, { channel })
  }, channel)
  return {
    heard: (matches, times = 1) =>
      new Promise((resolve) => {
        onMessage = () => {
          if (messages.filter(matches).length >= times) resolve()
        }
        onMessage()
      }),
    post: (message) =>
      page.evaluate(
        (data) => (window as unknown as { channel: BroadcastChannel }).channel.postMessage(data),
        message,
      ),
  }
}
