// The words that random requests are made of: those of the emulator, and those that mean something to a parser.

import fc from 'fast-check'
import { ACCOUNT_HOST, PUBLISHERS } from '../../src/index.ts'

function words(text: string): string[] {
  return text.trim().split(/\s+/)
}

export const HOSTS: readonly string[] = [
  ACCOUNT_HOST,
  ...PUBLISHERS.flatMap(({ siteHost, sessionHost }) => [siteHost, sessionHost]),
]

export const ACCOUNT_PATHS: readonly string[] = words(`
  / /control /profile-pages /profile-pages/disconnect /profile-pages/about-you/phone /profile-pages/logged-in
  /photos/ingrid /photos/%F0 /assets/control.css /end-session /user-context /simplified-login-widget
  /control/api/faults /control/api/users /control/api/users/alex/messages /control/api/users/alex/merchants/1e999
  /control/api/users/alex /control/api/clients/harbour-post /control/api/clients/fuzzed /control/log-in
  /control/redirect-uris /control/api/clients/fuzzed/redirect-uris?url=http://app.site.localhost:3000/
  /control/api/sessions /control/api/sessions/x /control/api/requests /control/api/requests/stream
  /control/api/clients /control/api/clients/harbour-post/redirect-uris
  /oauth/authorize /oauth/token /oauth/userinfo /oauth/jwks /oauth/revoke /oauth/% /.well-known/openid-configuration
`)
export const SESSION_PATHS: readonly string[] = words(
  '/v2/session /session /session-refresh /logout /tickets /session-start /backchannel-logout',
)
export const SITE_PATHS: readonly string[] = words(
  '/ /login-state /callback /hand-over /events/login /server-side /logged-in /assets/site.css /assets/..%2fx.css',
)
/** What comes after the id of a log-in. */
export const STEPS: readonly string[] = [
  '',
  ...words('/login /password /code /new-code /eid /other /continue /cancel'),
]

export const NAMES: readonly string[] = words(`
  client_id client_sdrn redirect_uri response_type scope state nonce prompt locale acr_values max_age login_hint
  code error ticket browser login log-in csp saved popup email password phone givenName gender merchantId id_token
  username client clientId redirectUri isPublic publisher url anyway logout_token next grant_type client_secret token teaser encoding claims __proto__ constructor a[b]
`)
export const VALUES: readonly string[] = [
  ...words(
    'alex fuzzed harbour-post sdrn:localhost:client:harbour-post constructor __proto__ toString openid code login none',
  ),
  ...words(
    'ingrid@example.com fjord-and-fell select_account password+otp+sms -1 1e999 refresh_token e30.e30.',
  ),
  ...words('http://www.site.localhost/callback //evil.example javascript:1 authorization_code'),
  '9'.repeat(400),
  'a'.repeat(3000),
]

/** Targets that are hardly one. */
export const TARGETS: readonly string[] = [
  ...words('// /// //[ /\\ //% http://[ http:// ftp://[::1 * /% //evil@['),
  '/'.repeat(9000),
  `/${'%41'.repeat(3000)}`,
]

/** Headers that are allowed, and odd. */
export const HEADERS: readonly string[] = [
  ...['Authorization: Basic ////', 'Authorization: Basic Og==', 'Authorization: Bearer x', 'Authorization: '],
  ...['Accept: text/html', 'Accept: ;;q=z', 'Accept-Language: \xff', 'X-Forwarded-Proto: https', 'TE: x'],
  ...['Access-Control-Request-Headers: a\xe9,,b', 'Access-Control-Request-Method: \xff', 'If-None-Match: *'],
  ...['Content-Encoding: gzip', 'Upgrade: websocket', 'Connection: upgrade', 'Expect: 100-continue'],
]

/** Headers that are not. */
export const WRONG_HEADERS: readonly string[] = [
  'Expect: tea',
  'Host: again',
  'Transfer-Encoding: gzip, chunked',
  'Content-Length: -1',
  'Connection: close',
]

const mark = fc.oneof(
  fc.constantFrom(...'/\\:?#%&=;,@[]{}()<>"\'`|^~*+-._$!'),
  fc.constantFrom(...words('%00 %0d%0a %2f %5c %ff %c3%28 .. // __proto__ \x80 \xc3\xad \xff')),
  fc.string({ minLength: 1, maxLength: 3 }).map((text) => text.replaceAll(' ', '+')),
)

/** What a target, a header and a form may hold, with a liking for what means something in them. */
export const text: fc.Arbitrary<string> = fc.array(mark, { maxLength: 8 }).map((marks) => marks.join(''))

const end = fc.constantFrom('\0', '\x01', '\x0b', '\x7f', ' ', '\t', '\r', '\n', '\r\n', '\r\n\r\n')

/** What they may not hold: most of it is the end of the request, or of its first line. */
export const noise: fc.Arbitrary<string> = fc
  .array(fc.oneof(mark, end), { maxLength: 8 })
  .map((marks) => marks.join(''))
