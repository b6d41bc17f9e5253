/** Outside data as it may come: anything at all, with a liking for what is nearly right. */
import fc from 'fast-check'
import type { FullIdentity } from '../../presets/full.ts'
import { ADA } from '../support/fixtures.ts'
import type { Page } from '../support/page.ts'

/** Any code point, halves of a pair too. The unit `binary` of fast-check lists a million first, which takes seconds. */
export const codePoint: fc.Arbitrary<string> = fc
  .integer({ min: 0, max: 0x10ffff })
  .map((code) => String.fromCodePoint(code))

/** A part of an address: what needs no escape there, and anything else escaped. */
const part = fc
  .array(
    fc.oneof(
      codePoint.map((given) => encodeURIComponent(given.replace(/\p{Cs}/u, '\ufffd'))),
      fc.constantFrom(..."abc019-._~!$&'()*+,;=:@"),
    ),
  )
  .map((units) => units.join(''))

/** The address of a page, with a query or without. That of fast-check lists a million code points first, too. */
export const pageUrl: fc.Arbitrary<string> = fc
  .tuple(fc.constantFrom('http', 'https'), fc.webAuthority(), fc.array(part), fc.option(part))
  .map(
    ([scheme, authority, path, query]) =>
      `${scheme}://${[authority, ...path].join('/')}${query === null ? '' : `?${query}`}`,
  )

/** The same, with a fragment. */
export const pageUrlWithFragment: fc.Arbitrary<string> = fc
  .tuple(pageUrl, part)
  .map(([url, fragment]) => `${url}#${fragment}`)

/** Text with a liking for what delimits something, and for what has no encoding. */
export const text: fc.Arbitrary<string> = fc.oneof(
  fc.string(),
  fc.string({ unit: codePoint }),
  fc.string({ unit: fc.constantFrom(...'&=?#+% /\\;:@"\'<>[]{}.,\n\r\t\u0000\u2028\ud800é😀') }),
  fc.constantFrom('__proto__', 'constructor', 'javascript:alert(1)', '<script>', 'https://evil.example/'),
)

/** A value of any kind that JSON has. */
export const value: fc.Arbitrary<unknown> = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  text,
  fc.constantFrom(null, true, false, 0, -1, 1e308, 2 ** 53, '', [], {}),
)

const MEMBERS = [
  ...Object.keys(ADA),
  'error',
  'response',
  'redirectURL',
  '__proto__',
  'constructor',
  'toString',
]

/** An object with members of a session or of a failure, some of them wrong. */
export const nearlySession: fc.Arbitrary<object> = fc
  .tuple(fc.boolean(), fc.dictionary(fc.constantFrom(...MEMBERS), value, { maxKeys: 6 }))
  .map(([whole, wrong]) => ({ ...(whole ? ADA : {}), ...wrong }))

/** A value with all that JavaScript has besides. */
export const anything: fc.Arbitrary<unknown> = fc.oneof(
  value,
  fc.anything({ withNullPrototype: true, withBigInt: true, withDate: true, withMap: true }),
  fc.constantFrom(undefined, Symbol('x'), () => {}, Number.NaN, Number.POSITIVE_INFINITY, 1n),
)

/** Whether a value can be written as text. What cannot, such as `{"toString":1}`, no page gives. */
export function hasText(value: unknown): boolean {
  try {
    return typeof `${value}` === 'string'
  } catch {
    return false
  }
}

/** Has the page's requests answered by a function, as often as they come. */
export function answerBy(page: Page, answer: () => Response): { count: number } {
  const requests = { count: 0 }
  const fetch = async () => {
    requests.count++
    return answer()
  }
  Object.defineProperty(page.window, 'fetch', { value: fetch, configurable: true })
  return requests
}

/** A response; one of a status that has no body has none. */
export function responseOf(status: number, body: string): Response {
  return new Response([204, 205, 304].includes(status) ? null : body, { status })
}

/** What comes of a session call: the session, or the reason of an SDKError. Anything else is thrown on. */
export async function outcomeOf(identity: FullIdentity): Promise<object | string> {
  try {
    return await identity.hasSession()
  } catch (error) {
    const { name, reason } = error as { name?: string; reason?: string }
    if (name !== 'SDKError' || !reason) throw error
    return reason
  }
}
