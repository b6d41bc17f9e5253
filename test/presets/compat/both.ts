/**
 * Runs the same scenario on the client that sites use today and on `portico/compat`, each on a page of its own, and says what could be
 * seen of it: what the scenario has returned, what was asked, and where the page was sent.
 */
import * as theirs from '@schibsted/account-sdk-browser'
// Its main file declares the class, and exports none.
import TheirError from '@schibsted/account-sdk-browser/src/SDKError.js'
import { expect, it, vi } from 'vitest'
import * as ours from '../../../presets/compat/index.ts'
import { openPage, type Page } from '../../support/page.ts'

// biome-ignore lint/suspicious/noExplicitAny: the types of the two differ; what they do is compared
export type Any = any

/** What a scenario works with. */
export interface Scene {
  page: Page
  /** The classes of the client whose turn it is. */
  Identity: Any
  Monetization: Any
  Payment: Any
  SDKError: Any
  /** Constructs an identity with options that both know. */
  open(more?: object): Any
  /** One without more; each look at this constructs another. */
  identity: Any
}

export const OPTIONS = {
  clientId: 'client-1',
  sessionDomain: 'https://id.site.example',
  redirectUri: 'https://www.site.example/callback',
  env: 'PRO_NO',
}

const THEIRS = { ...theirs, SDKError: TheirError }

/** An address, but for what differs by its nature: the version, the number of the tab, the order of the parameters. */
function plain(address: string | URL): string {
  const url = new URL(address)
  for (const name of ['sdk_version', 'tabId']) if (url.searchParams.has(name)) url.searchParams.set(name, '…')
  url.searchParams.sort()
  return url.href
}

/** The other client goes elsewhere by `location.href`. */
function catchNavigations({ window, navigations }: Page): void {
  const { href } = window.location
  Object.defineProperty(window.location, 'href', {
    configurable: true,
    get: () => href,
    set: (to: string) => void navigations.push(to),
  })
}

async function seenOf(client: Any, scenario: (scene: Scene) => unknown) {
  const page = openPage()
  catchNavigations(page)
  const { window } = page
  // The other client reads globals beside its option.
  vi.stubGlobal('window', window)
  vi.stubGlobal('document', window.document)
  const open = (more: object = {}) => new client.Identity({ ...OPTIONS, window, ...more })
  try {
    const returned = await scenario({
      ...client,
      page,
      open,
      get identity() {
        return open()
      },
    })
    return { returned, requests: page.requests.map(plain), navigations: page.navigations.map(plain) }
  } finally {
    vi.unstubAllGlobals()
  }
}

/**
 * A test that both do the same.
 *
 * @param expected what the scenario returns on the other client, so that a scenario which does nothing is noticed
 */
export function same(title: string, scenario: (scene: Scene) => unknown, expected: unknown): void {
  it(title, async () => {
    const before = await seenOf(THEIRS, scenario)
    expect(before.returned).toEqual(expected)
    expect(await seenOf(ours, scenario)).toEqual(before)
  })
}

/** A test that they differ, on purpose. */
export function differs(
  title: string,
  scenario: (scene: Scene) => unknown,
  { before, now }: { before: unknown; now: unknown },
): void {
  it(title, async () => {
    expect((await seenOf(THEIRS, scenario)).returned).toEqual(before)
    expect((await seenOf(ours, scenario)).returned).toEqual(now)
  })
}

/** The message of what is thrown, or rejected with. */
export async function messageOf(run: () => unknown): Promise<unknown> {
  try {
    await run()
  } catch (error) {
    return (error as Error).message
  }
  return 'nothing was thrown'
}
