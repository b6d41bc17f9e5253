/** A site's server and its readers' browsers, as far as a login needs them. */
import { beginLogin, finishLogin } from '../../server/login.ts'
import type { LoginClient } from '../../server/login-client.ts'
import type {
  BeginLoginOptions,
  BegunLogin,
  BegunStateLogin,
  FinishedLogin,
  NotBegun,
} from '../../server/login-types.ts'
import type { IncomingRequest } from '../../server/request.ts'
import { type AccountService, CLIENT_ID, CLIENT_SECRET } from './account-service.ts'

export const COOKIE_SECRET = 'a secret of the server, with 32 letters and more'
export const CALLBACK = 'https://www.site.example/callback'

export const clientOf = ({ url }: AccountService, more: Partial<LoginClient> = {}): LoginClient => ({
  clientId: CLIENT_ID,
  clientSecret: CLIENT_SECRET,
  redirectUri: CALLBACK,
  env: { accountUrl: url },
  cookieSecret: COOKIE_SECRET,
  ...more,
})

function begun<Begun extends BegunLogin>(login: Begun | NotBegun): Begun {
  if (!login.ok) throw new Error(`no login has begun: ${login.reason}`)
  return login
}

/** Begins a login, by a request that wants one. */
export const begin = async (
  client: LoginClient,
  request: IncomingRequest,
  options?: BeginLoginOptions,
): Promise<BegunLogin> => begun(await beginLogin(client, request, options))

/** A browser: it keeps cookies, and brings them along. */
export class Browser {
  readonly cookies: Map<string, string> = new Map()

  request(url: string): Request {
    const cookie = [...this.cookies].map((pair) => pair.join('=')).join('; ')
    return new Request(url, { headers: cookie ? { cookie } : {} })
  }

  take(setCookies: readonly string[]): void {
    for (const text of setCookies) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(text) ?? []
      if (/Max-Age=0\b/.test(text)) this.cookies.delete(name)
      else this.cookies.set(name, value)
    }
  }

  async begin(client: LoginClient, options?: BeginLoginOptions): Promise<BegunLogin> {
    const login = await begin(client, this.request('https://www.site.example/login'), options)
    this.take(login.setCookies)
    return login
  }

  /** Begins a login that the page may send by its state alone. */
  async beginByState(client: LoginClient): Promise<BegunStateLogin> {
    const request = this.request('https://www.site.example/login-state')
    const login = begun(await beginLogin(client, request, { allowStateAlone: true }))
    this.take(login.setCookies)
    return login
  }

  async finish(client: LoginClient, callback: string): Promise<FinishedLogin> {
    const finished = await finishLogin(client, this.request(callback))
    this.take(finished.setCookies)
    return finished
  }
}

/** A whole login of a reader, by the login page that the site's server leads to. */
export async function logIn(
  service: AccountService,
  { client = clientOf(service), browser = new Browser(), ...options }: LogInOptions = {},
): Promise<FinishedLogin> {
  const { url } = await browser.begin(client, options)
  return browser.finish(client, service.logIn(url))
}

/** Whose login it is, and how the site begins it. */
interface LogInOptions extends BeginLoginOptions {
  client?: LoginClient
  browser?: Browser
}
