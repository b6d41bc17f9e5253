/** What reaches a server from outside: `sig`, cookies, login responses, return addresses; and what it puts into a page. */
import { createHmac } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { describe, it } from 'vitest'
import { readCacheCookie } from '../../server/cache-cookie.ts'
import { initialSessionScript } from '../../server/initial-session-script.ts'
import { finishLogin } from '../../server/login.ts'
import { returnAddress } from '../../server/return-address.ts'
import { verifySession } from '../../server/verify-session.ts'
import { anything, nearlySession, pageUrl, text } from './outside.ts'
import './runs.ts'

const SECRET = 'a secret of the server, with 32 letters and more'
const CALLBACK = 'https://www.site.example/callback'
const TIME_FAULTS = ['undated', 'milliseconds', 'future', 'expired']
const REASONS = ['secret-missing', 'malformed', 'forged', 'algorithm', ...TIME_FAULTS]
const FAILURES = ['no-login', 'state-unknown']

const sign = (payload: string, key: string) =>
  `${createHmac('sha256', key).update(payload).digest('base64url')}.${payload}`
const encode = (json: string) => Buffer.from(json).toString('base64url')

/** Text in the form of a `sig`, more or less; some of it signed with the right key. */
const nearlySig = fc.oneof(
  anything,
  fc.tuple(text, text).map((parts) => parts.join('.')),
  fc
    .tuple(
      fc.oneof(
        text,
        fc.json(),
        nearlySession.map((value) => JSON.stringify(value)),
      ),
      fc.boolean(),
    )
    .map(([payload, isOwn]) => sign(encode(payload), isOwn ? SECRET : `another ${SECRET}`)),
  fc
    .tuple(nearlySession, text)
    .map(([session, algorithm]) =>
      sign(encode(JSON.stringify({ algorithm, serverTime: 1_700_000_000, ...session })), SECRET),
    ),
)

describe('verifySession', () => {
  it('gives a session or a reason, and never throws', () =>
    fc.assert(
      fc.asyncProperty(
        nearlySig,
        fc.oneof(fc.constant(SECRET), anything),
        fc.record({ now: fc.double(), maxAgeSeconds: fc.double() }, { requiredKeys: [] }),
        async (sig, secret, options) => {
          const known = await verifySession(sig, secret as string, options)
          return known.ok ? typeof known.session === 'object' : REASONS.includes(known.reason)
        },
      ),
    ))

  it('accepts nothing that another key has signed', () =>
    fc.assert(
      fc.asyncProperty(nearlySession, text, async (session, key) => {
        const payload = { algorithm: 'HMAC-SHA256', serverTime: Date.now() / 1000, ...session }
        const known = await verifySession(sign(encode(JSON.stringify(payload)), `x${key}`), SECRET)
        return !known.ok && known.reason === 'forged'
      }),
    ))
})

describe('a login response', () => {
  it('that this browser did not ask for logs nobody in, and leads to the site', () => {
    const client = {
      clientId: 'client-1',
      clientSecret: 'secret',
      redirectUri: CALLBACK,
      env: { accountUrl: 'https://account.example' },
      cookieSecret: SECRET,
      fetch: () => {
        throw new Error('asked the account service')
      },
    }
    const cookie = fc.oneof(
      text,
      fc.tuple(text, text).map(([name, value]) => `__Host-portico-login-${name}=${value}`),
    )
    return fc.assert(
      fc.asyncProperty(text, cookie, async (url, header) => {
        const login = await finishLogin(client, { url, headers: { cookie: header } })
        return (
          !login.ok && FAILURES.includes(login.reason) && new URL(login.returnTo).host === 'www.site.example'
        )
      }),
    )
  })
})

describe('a return address', () => {
  it('leads to the site, whatever is asked for', () =>
    fc.assert(
      fc.property(
        fc.oneof(
          anything,
          text,
          pageUrl,
          text.map((path) => `/${path}`),
        ),
        (wanted) => {
          const address = returnAddress(wanted, CALLBACK)
          // As a header, a link or a script would be followed, from any page.
          const { origin, username } = new URL(address, 'https://elsewhere.example/')
          return origin === 'https://www.site.example' && !username && !/\s/.test(address)
        },
      ),
    ))
})

describe('the cookie SP_ID', () => {
  it('is read or not, and no header is too much', () =>
    fc.assert(
      fc.property(
        fc.oneof(
          text,
          text.map((value) => `a=b; SP_ID=${value}; c=d`),
        ),
        (header) => {
          const cookie = readCacheCookie(header)
          return cookie === undefined || cookie.spId.length > 0
        },
      ),
    ))
})

describe('the script that hands over a session', () => {
  it('says just that session, and ends no script element', () =>
    fc.assert(
      fc.property(nearlySession, text, (session, clientId) => {
        const own = { ...session, userId: 101, serverTime: undefined, expiresIn: 1000 }
        const { sig: _, sp_id: __, ...facts } = JSON.parse(JSON.stringify(own))
        const script = initialSessionScript(own, { clientId })
        const page: { porticoHead?: unknown[] } = {}
        runInNewContext(script, page)
        const [client, , told] = page.porticoHead ?? []
        const isSame = isDeepStrictEqual(JSON.parse(JSON.stringify(told)), facts)
        return isSame && client === clientId && !/[<>\u2028\u2029]/.test(script)
      }),
    ))
})
