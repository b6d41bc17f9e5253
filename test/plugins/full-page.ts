/** A page with every plugin, on which everything that an identity can do to a page is seen. */
import { vi } from 'vitest'
import type { EventName } from '../../core/kernel/events.ts'
import { fetchTransport } from '../../plugins/transport/fetch-transport.ts'
import { createFullIdentity, type FullIdentity, type FullOptions } from '../../presets/full.ts'
import { optionsFor } from '../support/fixtures.ts'
import { openPage, type Page } from '../support/page.ts'

const EVENTS =
  'error login logout userChange sessionChange notLoggedin sessionInit statusChange simplifiedLoginOpened simplifiedLoginCancelled'

export interface FullPage {
  page: Page
  identity: FullIdentity
  scripts: HTMLScriptElement[]
  /** What was logged. */
  lines: string[]
  /** Everything else done so far, and what stands in the storage. */
  done(): Record<string, unknown>
}

/** Its timers are those of the test. */
export function openFullPage(more: Partial<FullOptions> = {}): FullPage {
  const page = openPage()
  const { window } = page
  const opened: unknown[] = []
  const cookies: string[] = []
  const scripts: HTMLScriptElement[] = []
  const events: string[] = []
  const lines: string[] = []
  Object.assign(window, { setTimeout, clearTimeout })
  Object.defineProperty(window, 'Function', { value: Function })
  Object.defineProperty(window, 'open', { value: (url: string) => opened.push(url) && { close() {} } })
  Object.defineProperty(window.document, 'cookie', {
    get: () => 'SP_ID=before',
    set: (cookie: string) => void cookies.push(cookie),
  })
  window.document.head.append = (script) => void scripts.push(script as HTMLScriptElement)
  const options = { ...optionsFor(page, { log: (line) => void lines.push(line) }), ...more }
  const identity = createFullIdentity(options, fetchTransport())
  for (const name of EVENTS.split(' ')) identity.on(name as EventName, () => void events.push(name))
  const done = () => ({
    requests: page.requests.map(String),
    navigations: [...page.navigations],
    storage: { ...window.sessionStorage },
    scripts: scripts.length,
    opened: [...opened],
    cookies: [...cookies],
    events: [...events],
  })
  return { page, identity, scripts, lines, done }
}

/** Waits for what is to happen, without moving the clock of a test that has stopped it. */
export async function until(happened: () => boolean): Promise<void> {
  for (let turn = 0; !happened() && turn < 1000; turn++) await new Promise(setImmediate)
  if (!happened()) throw new Error('It did not happen')
}

/** Lets everything come to an end: promises, streams, timers. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) {
    await new Promise(setImmediate)
    await vi.runAllTimersAsync()
  }
}
