/** The windows of test runners, with a fetch that a site's tests have replaced. */
import { Window as HappyWindow } from 'happy-dom'
import { JSDOM } from 'jsdom'
import { onTestFinished, vi } from 'vitest'
import type { BrowserWindow } from '../../../core/index.ts'

const URL_OF_PAGE = 'http://localhost:3000/'

/** Opens the window of each runner, and says how it is closed. */
const OPEN: Record<string, () => [window: BrowserWindow, close: () => void]> = {
  jsdom() {
    const { window } = new JSDOM('<!doctype html><title>A page</title>', { url: URL_OF_PAGE })
    return [window as unknown as BrowserWindow, () => window.close()]
  },
  'happy-dom'() {
    const window = new HappyWindow({ url: URL_OF_PAGE })
    return [window as unknown as BrowserWindow, () => void window.happyDOM.close()]
  },
}

export const RUNNERS: readonly string[] = Object.keys(OPEN)

/** What stands in for fetch: anything that a site's test may have put there. */
export type Stub = (url: string) => unknown

/** A window of a runner, and every address that anybody has asked by its fetch, or by that of Node. */
export interface RunnerWindow {
  readonly window: BrowserWindow
  readonly asked: string[]
}

/** Opens a window. Its fetch and the global one are the stub, and both note who is asked. */
export function openRunner(name: string, stub: Stub): RunnerWindow {
  const [window, close] = (OPEN[name] as (typeof OPEN)[string])()
  const asked: string[] = []
  const fetch = async (input: string | URL | Request) => {
    const url = `${input instanceof Request ? input.url : input}`
    asked.push(url)
    return stub(url)
  }
  Object.defineProperty(window, 'fetch', { value: fetch, configurable: true })
  vi.stubGlobal('fetch', fetch)
  // A runner makes the window's globals those of the test.
  vi.stubGlobal('AbortController', window.AbortController)
  onTestFinished(() => {
    vi.unstubAllGlobals()
    close()
  })
  return { window, asked }
}
