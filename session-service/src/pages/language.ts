// The language of a page: the first one of the reader's wishes that the pages have.

import { parseAccept } from 'hono/utils/accept'
import type { PageLanguage } from './page.ts'
import { da } from './texts/da.ts'
import { de } from './texts/de.ts'
import { en } from './texts/en.ts'
import { fi } from './texts/fi.ts'
import { nb } from './texts/nb.ts'
import { sv } from './texts/sv.ts'
import type { Texts } from './texts/texts.ts'

/** All languages that there are. */
export const TEXTS: Readonly<Record<PageLanguage, Texts>> = { en, nb, sv, fi, da, de }

/** Those who read them read Bokmål too. */
const NORWEGIAN = ['no', 'nn']

/** How many wishes are looked at. */
const MAX_TAGS = 20

/** How much of the header is parsed: no browser sends more, and whoever does makes work. */
const MAX_LENGTH = 500

/**
 * @param preferred language tags with blanks in between, such as `nn-NO en` (`ui_locales`), or `nb_NO` (the `locale` of a login)
 * @param accepted the header `Accept-Language`, which comes after all of them (RFC 9110, section 12.5.4)
 * @default 'en'
 */
export function languageOf(preferred: readonly (string | undefined)[], accepted = ''): PageLanguage {
  const ranges = parseAccept(accepted.slice(0, MAX_LENGTH)).filter(({ q }) => q > 0)
  const tags = [
    ...preferred.flatMap((wish) => wish?.split(/[\s,]+/) ?? []),
    ...ranges.map(({ type }) => type),
  ]
  return tags.slice(0, MAX_TAGS).map(known).find(Boolean) ?? 'en'
}

function known(tag: string): PageLanguage | undefined {
  const [primary = ''] = tag.toLowerCase().split(/[-_]/)
  const language = NORWEGIAN.includes(primary) ? 'nb' : primary
  return Object.hasOwn(TEXTS, language) ? (language as PageLanguage) : undefined
}
