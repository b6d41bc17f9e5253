/** The full identity on a page, and what the attacks of this folder have in common. */
import type { IdentityEvents } from '../../core/events.ts'
import type { ResolvedOptions } from '../../core/options.ts'
import type { AnyPlugin } from '../../core/plugin.ts'
import { storageKey } from '../../core/storage.ts'
import { fetchTransport } from '../../plugins/fetch-transport.ts'
import { createFullIdentity, type FullIdentity, type FullOptions } from '../../presets/full.ts'
import { ENV, optionsFor } from '../support/fixtures.ts'
import type { Page } from '../support/page.ts'

const CLIENT = { env: ENV, sessionDomain: 'https://id.site.example', clientId: 'client-1' } as ResolvedOptions
export const SESSION_KEY: string = storageKey('session', CLIENT)
export const REFRESH_KEY: string = storageKey('refresh', CLIENT)

export const EVENTS: (keyof IdentityEvents)[] = [
  'error',
  'login',
  'logout',
  'userChange',
  'sessionChange',
  'notLoggedin',
  'sessionInit',
  'statusChange',
  'simplifiedLoginOpened',
  'simplifiedLoginCancelled',
]

export function fullOn(
  page: Page,
  more: Partial<FullOptions> = {},
  transport: AnyPlugin = fetchTransport({ retries: 0 }),
): FullIdentity {
  return createFullIdentity({ ...optionsFor(page), ...more }, transport)
}

const inAMinute = () => Date.now() + 60_000

/** Writes an entry as the library would, for an attacker who can. */
export function plant(page: Page, key: string, value: unknown, expiresAt: unknown = inAMinute()): void {
  page.window.sessionStorage.setItem(key, JSON.stringify({ value, expiresAt }))
}

/** Everything the page holds: to be searched for what must not be there. */
export function traces(page: Page): string {
  const { sessionStorage, localStorage, document } = page.window
  return JSON.stringify([{ ...sessionStorage }, { ...localStorage }, document.cookie])
}

/** An answer that comes when the test says so. */
export function later(): { answer: () => Promise<Response>; come(body: unknown, status?: number): void } {
  let release = (_: Response) => {}
  const response = new Promise<Response>((resolve) => void (release = resolve))
  return {
    answer: () => response,
    come: (body, status = 200) => release(new Response(JSON.stringify(body), { status })),
  }
}

/** Addresses that no browser may be sent to, and no request may be made to. */
export const BAD_URLS: string[] = [
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/callback',
  'evil.example',
  'https:evil.example',
  'https:/evil.example',
  'https:///evil.example',
  'https:\\\\evil.example',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  ' javascript:alert(1)',
  'java\nscript:alert(1)',
  '\u0001javascript:alert(1)',
  'javascript://www.site.example/%0aalert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  'blob:https://www.site.example/0',
  'filesystem:https://www.site.example/0',
  'view-source:https://www.site.example/',
  'file:///etc/passwd',
  'ftp://www.site.example/',
  'https://user:pass@www.site.example/',
  'https://www.site.example@evil.example/',
  'https://www.site.example:443@evil.example/',
  'https://www.site.example\\@evil.example/',
  'https://www.site.example\\.evil.example/',
  'ht\ntps://evil.example/',
  'https://www.site.example\t.evil.example/',
  'https://www.site.example/\r\nLocation: https://evil.example/',
  'https://www.site.example/\u0000',
  'https://www.site.example/\u0001x',
  'https://www.site.example/\u0085x',
  'https://*.site.example/',
  'https://*/',
  'https://%2a.site.example/',
  'https://＊.site.example/',
  'https://www.site.example/#fragment',
  'https://',
  'https://[::1',
  'https://a b.example/',
]
