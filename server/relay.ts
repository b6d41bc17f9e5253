/// <reference path="./programs.d.ts" />
/**
 * The page that the popup of a login ends on. It wakes the page that opened it, and closes. It carries no code, no token and no
 * name: whoever is woken asks the session service. A server sends it, so it needs no browser.
 */
import { checkArgument, expected } from '../core/errors.ts'
import { RELAY_PREFIX } from '../core/names.ts'
import wakeOpener from './programs/relay.ts?program'

/**
 * The script of the page, in a classic script element that has the client in `data-client`. It is the same for every
 * client, so that a policy by hash needs one hash. Also as a file: `portico/relay/script`.
 */
export const relayScript: string = `(${wakeOpener})("${RELAY_PREFIX}")`

/** What {@link relayPage} takes. */
export interface RelayPageOptions {
  /** Client identifier of the pages to wake. */
  clientId: string
  /** Where the page goes if its window is not a popup: an http(s) URL, or a path of the site. */
  next: string
  /** What the link there says, and the title of the page. @default 'Continue' */
  text?: string | undefined
  /** Language of the text. @default 'en' */
  lang?: string | undefined
  /** Nonce of the Content Security Policy. */
  nonce?: string | undefined
  /** Address of the script, where the policy allows none in the page. @default the script stands in the page */
  src?: string | undefined
  /** Origin of the page that opens the popup, where it is another than that of this page. */
  opener?: string | undefined
}

const isHttp = (value: string) => /^https?:\/\/[^/\\]/i.test(value)
/** A path that no browser takes for another host, as it would `//host` and `/\host`. */
const isPath = (value: string) => /^\/(?![/\\])/.test(value)

/** Text for an attribute or an element: HTML reads none of its characters as markup. */
const escapeHtml = (text: string) => text.replace(/[&<>"'`]/g, (character) => `&#${character.charCodeAt(0)};`)

/**
 * The HTML of the page. Serve it where a login in a popup ends, after your server has exchanged the code.
 *
 * @throws {SDKError} `argument-invalid`, naming the argument
 * @example response.end(relayPage({ clientId, next: '/', text: 'To the front page', nonce }))
 */
export function relayPage(options: RelayPageOptions): string {
  const { clientId, next, text = 'Continue', lang = 'en', nonce, src, opener } = options ?? {}
  const check = (isRight: boolean, name: string, value: unknown, wanted: string) =>
    checkArgument(isRight, expected(name, value, wanted))
  const address = (name: string, value: unknown) =>
    check(
      typeof value === 'string' && !/[\0-\x20]/.test(value) && (isHttp(value) || isPath(value)),
      name,
      value,
      'an http(s) URL, or a path that begins with one slash',
    )
  check(typeof clientId === 'string' && !!clientId.trim(), 'clientId', clientId, 'the client identifier')
  for (const [name, value] of Object.entries({ text, lang })) check(typeof value === 'string', name, value, 'text')
  address('next', next)
  if (src !== undefined) address('src', src)
  if (opener !== undefined)
    check(
      typeof opener === 'string' && isHttp(opener) && URL.canParse(opener) && new URL(opener).origin === opener,
      'opener',
      opener,
      'an origin, such as https://www.site.com',
    )
  const attributes = Object.entries({ src, nonce, 'data-client': clientId, 'data-next': next, 'data-origin': opener })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` ${name}="${escapeHtml(`${value}`)}"`)
    .join('')
  return `<!doctype html>
<html lang="${escapeHtml(lang)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="referrer" content="no-referrer">
<title>${escapeHtml(text)}</title>
</head>
<body>
<main><h1><a href="${escapeHtml(next)}">${escapeHtml(text)}</a></h1></main>
<script${attributes}>${src === undefined ? relayScript : ''}</script>
</body>
</html>
`
}
