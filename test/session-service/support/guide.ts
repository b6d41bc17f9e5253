/** The guide of the session service, walked: its files and commands as they stand, in a folder into which the packages are installed. */
import { type ChildProcess, spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { expect } from 'vitest'
import { freePort } from '../../../session-service/test/support/free-port.mjs'
import { filesOf, source } from '../../docs/pages.ts'
import { end, whenSaid } from '../../support/program.ts'
import { PAGES } from './providers.ts'

const PAGE = 'guide/session-service.md'
const { logIn, confirmLogout } = PAGES['oidc-provider']

const commands = [...source(PAGE).matchAll(/^```sh\n(.*?)^```$/gms)].map(([, lines = '']) => lines)
/** In a clone, and in the empty folder beside it. */
export const INSTALL: string = commands[0] ?? ''
/** Start what the first part needs, and what the second needs in its place. */
export const FIRST: string = commands[1] ?? ''
export const SECOND: string = commands[2] ?? ''

/** What each of them says once it runs. */
const SAYS = /The (provider|site) runs\.|The sites run\.|"listening"/

export interface Guide {
  /** The page of the first part, and those of the second. */
  readonly site: string
  readonly other: string
  /** Starts what the commands start, each in a terminal of its own. */
  start(commands: string): Promise<void>
  /** Ends what a command has started whose words are these. */
  stop(words: string): Promise<void>
  close(): Promise<void>
}

/** Writes the guide's files. Its ports may be taken here: others are put in their places. */
export async function openGuide(folder: string): Promise<Guide> {
  const ports: Record<string, number> = {
    3000: await freePort(),
    3001: await freePort(),
    8080: await freePort(),
  }
  for (const [name, text] of Object.entries(filesOf(PAGE)))
    writeFileSync(
      join(folder, name),
      text.replaceAll(/\b(3000|3001|8080)\b/g, (port) => `${ports[port]}`),
    )
  const running = new Map<string, ChildProcess>()

  async function startOne(command: string): Promise<void> {
    const [program = '', ...args] = command.split(' ')
    const child = spawn(program, args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })
    running.set(command, child)
    await whenSaid(child, SAYS)
  }

  async function stop(words: string): Promise<void> {
    const [command, child] = [...running].find(([one]) => one.endsWith(words)) ?? []
    if (!command || !child) throw new Error(`${words} does not run`)
    running.delete(command)
    await end(child)
  }

  return {
    site: `http://www.site.localhost:${ports[3000]}/`,
    other: `http://www.other.localhost:${ports[3000]}/`,
    start: async (commands) => void (await Promise.all(commands.trimEnd().split('\n').map(startOne))),
    stop,
    close: async () => void (await Promise.all([...running.keys()].map(stop))),
  }
}

const greets = (page: Page, name: string) => page.getByText(`Hello, ${name}`).waitFor()
const press = (page: Page, name: string) => page.getByRole('button', { name }).click()

async function openTab(reader: BrowserContext, address: string): Promise<Page> {
  const page = await reader.newPage()
  await page.goto(address)
  return page
}

/** The first part: a login, and a logout. */
export async function walkToLogin({ site }: Guide, reader: BrowserContext): Promise<void> {
  const page = await openTab(reader, site)
  await greets(page, 'stranger')
  await press(page, 'Log in')
  await logIn(page)
  await greets(page, 'Kari')
  await press(page, 'Log out')
  await confirmLogout(page)
  await greets(page, 'stranger')
}

const REST = 'The keeper has rowed out every Sunday for forty years.'

/** The second part: two domains, an article that was paid for, and a logout that reaches both. */
export async function walkToTwoDomains({ site, other }: Guide, reader: BrowserContext): Promise<void> {
  const page = await openTab(reader, site)
  await page.getByText('Log in to read on.').waitFor()
  await press(page, 'Log in')
  await logIn(page)
  await greets(page, 'Kari')
  await page.getByText(REST).waitFor()

  const tab = await openTab(reader, other)
  await greets(tab, 'stranger')
  await press(tab, 'Log in')
  await greets(tab, 'Kari')
  await tab.getByText(REST).waitFor()

  await press(tab, 'Log out')
  await confirmLogout(tab)
  await greets(tab, 'stranger')
  await expect
    .poll(
      async () => {
        await page.reload()
        const greeting = page.locator('#greeting', { hasText: 'Hello' })
        await greeting.waitFor()
        return greeting.textContent()
      },
      { timeout: 20_000, interval: 1000 },
    )
    .toBe('Hello, stranger')
  expect(await page.getByText(REST).count()).toBe(0)
}

/** Somebody else reads no paid article. */
export async function walkWithoutPaying({ site }: Guide, reader: BrowserContext): Promise<void> {
  const page = await openTab(reader, site)
  await press(page, 'Log in')
  await logIn(page, 'Ola')
  await greets(page, 'Ola')
  await page.getByText('Subscribers read on.').waitFor()
}
