/** What `portico/server` makes of what it is given, on whichever runtime this runs: names of outcomes, to be compared. */
import {
  beginLogin,
  finishLogin,
  initialSessionScript,
  preloadScript,
  readCacheCookie,
  signSession,
  verifySession,
} from 'portico/server'

const SITE = 'https://www.site.example'
const CLIENT = {
  clientId: 'client-1',
  clientSecret: 'client secret for tests',
  redirectUri: `${SITE}/callback`,
  sessionDomain: 'https://id.site.example',
  env: {
    name: 'TEST',
    accountUrl: 'https://account.example',
    widgetUrl: 'https://account.example/authn/',
    globalSessionUrl: 'https://session.example',
    sdrnNamespace: 'example',
  },
  cookieSecret: 'a secret of the server, with 32 letters and more',
}

const outcome = (known) => (known.ok ? known.session.uuid : known.reason)

/** The header `Cookie` of a browser that has heeded these. */
const kept = (setCookies) => setCookies.map((cookie) => cookie.split(';')[0]).join('; ')

async function finish(state, cookie) {
  const query = new URLSearchParams({ error: 'access_denied', state })
  const headers = new Headers(cookie ? { cookie } : {})
  const login = await finishLogin(CLIENT, { url: `/callback?${query}`, headers })
  return [login.reason, login.returnTo]
}

/**
 * @param {{ sig: string, secret: string, now: number }[]} sigs
 */
export async function answers(sigs) {
  const none = { headers: new Headers() }
  const [own, foreign] = [
    await beginLogin(CLIENT, none, { returnTo: '//evil.example/' }),
    await beginLogin(CLIENT, none),
  ]
  const { state } = own.binding
  const text = await signSession({ uuid: 'u-1', givenName: 'Åse' }, CLIENT.cookieSecret)
  return {
    sigs: await Promise.all(
      sigs.map(async ({ sig, secret, now }) => outcome(await verifySession(sig, secret, { now }))),
    ),
    signed: outcome(await verifySession(text, CLIENT.cookieSecret)),
    login: {
      challenge: new URL(own.url).searchParams.get('code_challenge')?.length,
      method: own.binding.code_challenge_method,
      own: await finish(state, kept(own.setCookies)),
      withoutCookie: await finish(state),
      anotherBrowser: await finish(state, kept(foreign.setCookies)),
    },
    cacheCookie: readCacheCookie('SP_ID=a%2Bb')?.spId,
    scripts: [
      preloadScript(CLIENT).includes('client-1'),
      initialSessionScript({ userId: 1, sig: 'x.y' }).includes('x.y'),
    ],
  }
}
