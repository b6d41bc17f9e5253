// The cookies of a browser that is none, as far as the emulator's own services set them (RFC 6265, section 5).

/** A cookie, as Playwright has it. */
export interface BrowserCookie {
  name: string
  value: string
  /** A host; with a dot before it, all hosts of that domain. */
  domain: string
  path: string
  /** Seconds since the Unix epoch; -1 for one that ends with the browser's session. */
  expires: number
  httpOnly: boolean
  secure: boolean
  sameSite: 'Strict' | 'Lax' | 'None'
}

/** What a browser keeps, as Playwright's `storageState` has it. */
export interface StorageState {
  cookies: BrowserCookie[]
  origins: []
}

export interface CookieJar {
  /** Takes a line of `Set-Cookie`. */
  take(line: string, from: URL): void
  /** The header `Cookie` of a request. */
  headerFor(url: URL): string
  all(): BrowserCookie[]
}

const SAME_SITE = { strict: 'Strict', lax: 'Lax', none: 'None' } as const

function parse(line: string, from: URL): BrowserCookie {
  const [pair = '', ...rest] = line.split(';')
  const attributes = new Map(
    rest.map((part) => {
      const [name = '', ...value] = part.split('=')
      return [name.trim().toLowerCase(), value.join('=').trim()] as const
    }),
  )
  const maxAge = attributes.get('max-age')
  const domain = attributes.get('domain')
  const date = attributes.get('expires')
  const seconds = maxAge === undefined ? Date.parse(date ?? '') / 1000 : Date.now() / 1000 + Number(maxAge)
  const [name = '', ...value] = pair.split('=')
  return {
    name: name.trim(),
    value: value.join('=').trim(),
    domain: domain === undefined ? from.hostname : `.${domain}`,
    path: attributes.get('path') ?? '/',
    expires: Number.isNaN(seconds) ? -1 : Math.floor(seconds),
    httpOnly: attributes.has('httponly'),
    secure: attributes.has('secure'),
    sameSite: SAME_SITE[(attributes.get('samesite') ?? 'lax').toLowerCase() as 'lax'] ?? 'Lax',
  }
}

const isOver = ({ expires }: BrowserCookie): boolean => expires !== -1 && expires <= Date.now() / 1000

const isFor = (domain: string, hostname: string): boolean =>
  domain === hostname || (domain.startsWith('.') && `.${hostname}`.endsWith(domain))

export function cookieJar(): CookieJar {
  const cookies = new Map<string, BrowserCookie>()
  const live = (): BrowserCookie[] => [...cookies.values()].filter((cookie) => !isOver(cookie))

  return {
    take(line, from) {
      const cookie = parse(line, from)
      cookies.set(`${cookie.domain} ${cookie.path} ${cookie.name}`, cookie)
    },
    headerFor: ({ hostname, pathname }) =>
      live()
        .filter(({ domain, path }) => isFor(domain, hostname) && pathname.startsWith(path))
        .map(({ name, value }) => `${name}=${value}`)
        .join('; '),
    all: live,
  }
}
