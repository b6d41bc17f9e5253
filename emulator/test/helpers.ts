// What tests of the emulator stand on: one that runs, and a browser without a screen, which follows redirects over real HTTP, keeps
// cookies as a browser does, and submits forms.

import { CookieJar } from 'tough-cookie'
import { afterAll } from 'vitest'
import { loopbackFetch } from '../src/http/loopback-fetch.ts'
import { type Emulator, startEmulator } from '../src/index.ts'

/** An emulator for the file that calls this, on which everything works at first. */
export async function useEmulator(): Promise<Emulator> {
  const emulator = await startEmulator()
  afterAll(() => emulator.close())
  return emulator
}

export interface Page {
  readonly url: string
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

export class Visitor {
  readonly jar: CookieJar = new CookieJar(undefined, { rejectPublicSuffixes: false })
  /** Where to stop following redirects: the first URL that starts with this is reported as the page. */
  stopAt: string | undefined
  /** Every URL visited, redirects included. */
  readonly visited: string[] = []

  /** One request, without following where it leads. */
  async request(url: string, init: RequestInit = {}): Promise<Response> {
    this.visited.push(url)
    const headers = new Headers(init.headers)
    const cookies = await this.jar.getCookieString(url)
    if (cookies !== '') headers.set('cookie', cookies)
    const response = await loopbackFetch(url, { ...init, headers })
    for (const cookie of response.headers.getSetCookie()) await this.jar.setCookie(cookie, url)
    return response
  }

  /** Opens a page, following redirects. */
  async open(url: string, init: RequestInit = {}): Promise<Page> {
    if (this.stopAt !== undefined && url.startsWith(this.stopAt)) {
      return { url, status: 0, headers: new Headers(), text: '' }
    }
    // As a browser says of a page of the same site that leads there.
    const referer = `${new URL(url).origin.replace('//id.', '//www.')}/`
    const headers = { 'sec-fetch-site': 'same-site', referer, ...init.headers }
    const response = await this.request(url, { ...init, headers })
    const location = response.headers.get('location')
    if (location !== null) {
      await response.body?.cancel()
      return this.open(new URL(location, url).href)
    }
    return { url, status: response.status, headers: response.headers, text: await response.text() }
  }

  /** Submits the form of a page whose action ends in the given name. */
  async submit(page: Page, action: string, fields: Record<string, string> = {}): Promise<Page> {
    const found = new RegExp(`action="([^"]*/${action})"`).exec(page.text)
    if (found?.[1] === undefined) throw new Error(`no form ${action} on ${page.url}`)
    return this.open(new URL(found[1], page.url).href, { method: 'POST', body: new URLSearchParams(fields) })
  }

  async json<T = Record<string, unknown>>(url: string, init: RequestInit = {}): Promise<T> {
    return (await (await this.request(url, init)).json()) as T
  }
}
