/**
 * What a line of the timeline may say: words that the recorder uses, names of the library, numbers, times, and addresses of
 * the page and its services without values. Every line passes here, also one that comes out of the tab's storage, which
 * any script of the page can write.
 */
import type { ResolvedOptions } from '../../core/options.ts'
import { EXPLANATIONS } from '../../core/reasons.ts'
import { FORMAT } from '../../plugins/tabs/shared-state.ts'
import { EVENT_NAMES } from '../known-names.ts'
import { originOf } from '../shown/addresses.ts'
import { shownAddress, shownName } from '../shown/redact.ts'
import { HIDDEN, shownType } from '../shown/words.ts'
import { BLOCKED, DIRECTIVES } from './follow-policy.ts'

/** The entries that explain why the service is asked or not: of the tab, and of all tabs. */
export const STORED: Readonly<Record<'sessionStorage' | 'localStorage', readonly string[]>> = {
  sessionStorage: ['session', 'refused', 'refresh', 'pause'],
  localStorage: [`${FORMAT}.mark`, `${FORMAT}.leaving`],
}

const WORDS: ReadonlySet<string> = new Set([
  ...[
    'GET',
    'a',
    'again',
    'an',
    'asked',
    'blocked',
    'by',
    'cleared',
    'day',
    'for',
    'good',
    'in',
    'kept',
    'leaving',
    'link',
    'more',
  ],
  ...[
    'nobody',
    'not',
    'of',
    'popup',
    'redirect',
    'removed',
    's',
    'session',
    'stale',
    'status',
    'than',
    'time',
    'to',
    'unknown',
  ],
  ...[
    'until',
    'user',
    'UTC',
    'yet',
    HIDDEN,
    ...Object.values(STORED).flat(),
    ...EVENT_NAMES,
    ...Object.keys(EXPLANATIONS),
  ],
  // An offer to continue.
  ...['continue', 'as', 'the', 'browser', 'widget', 'passive', 'active', 'connected', 'dismissed', 'unavailable'],
  // What a URL is for.
  ...['session', 'user-context', 'widget', 'login', 'login-link', 'logout', 'account', 'phones'],
  ...DIRECTIVES,
  ...BLOCKED,
])

const NUMBER = /^(\d{1,5}|\d\d:\d\d:\d\d|#[a-z\d]{1,4}-\d{1,4})$/

/** Makes the function that hides all other words of a line. */
export function timelineText(options: ResolvedOptions): (text: string) => string {
  const { window, redirectUri, sessionDomain, accountUrl, widgetUrl, globalSessionUrl } = options
  const page = `${window.location.href}`
  const origins = new Set([page, redirectUri, sessionDomain, accountUrl, widgetUrl, globalSessionUrl].map(originOf))
  const isAddress = (word: string) => origins.has(originOf(word)) && shownAddress(word, options) === word
  const isShown = (word: string) =>
    WORDS.has(word) || NUMBER.test(word) || shownName(word) === word || shownType(word) === word || isAddress(word)
  return (text) => text.slice(0, 500).replace(/[^\s(),]+/g, (word) => (isShown(word.replace(/:$/, '')) ? word : HIDDEN))
}
