/** A page with somebody else's code in it. Its session service says at each request that Ada is logged in. */
import { onTestFinished } from 'vitest'
import type { BrowserWindow } from '../../core/index.ts'
import { ADA } from '../support/fixtures.ts'
import { type ListenerWatch, watchListeners } from '../support/listener-watch.ts'
import { json, openPage } from '../support/page.ts'

/** A row of a table: who is on the page, and how to open it. */
export interface ThirdParty {
  name: string
  /** Opens the page; the test's end closes it. */
  open(): StrangePage
}

export interface StrangePage {
  window: BrowserWindow
  listeners: ListenerWatch
  /** How often the session service has been asked. */
  requests(): number
  /** What has reached the page's error reporting, or whatever else the anonymous reader takes for a fault. */
  reported: unknown[]
  /** Settles when the anonymous reader has done what it does afterwards. */
  settled?: () => Promise<unknown>
}

/** A page of happy-dom, whose window is changed before the library sees it. */
export function changed(change: (window: BrowserWindow, page: StrangePage) => void = () => {}): StrangePage {
  const { window, answer, requests, reported } = openPage()
  answer(json(200, ADA))
  const page: StrangePage = {
    window,
    listeners: watchListeners(window),
    requests: () => requests.length,
    reported,
  }
  change(window, page)
  return page
}

/** Puts members on what pages share, such as a native prototype, until the test ends. */
export function extend(native: object, members: object): void {
  for (const [name, value] of Object.entries(members)) {
    const before = Object.getOwnPropertyDescriptor(native, name)
    onTestFinished(() => {
      if (before) Object.defineProperty(native, name, before)
      else Reflect.deleteProperty(native, name)
    })
    Object.defineProperty(native, name, { value, enumerable: true, configurable: true, writable: true })
  }
}
