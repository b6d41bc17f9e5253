// Pages for readers: what each says, in which language, and where it leads.

import { createHash } from 'node:crypto'
import { describe, expect, it, vi } from 'vitest'
import { OptionsError, type PageView, type Site } from '../src/index.ts'
import { sqliteStore } from '../src/store/sqlite.ts'
import {
  authorizePath,
  ID,
  NAVIGATION,
  NEWS,
  SPORT,
  SPORTS,
  TestBrowser,
  testService,
  WWW,
} from './support/service.ts'
import { useService } from './support/use-service.ts'

const { provider, service, browser } = await useService()

const AT_SPORT = { client_id: 'sport', redirect_uri: `${SPORT}/callback` }
const LOGOUT = `/logout?client_sdrn=sdrn:x:client:news&redirect_uri=${WWW}/`
const FROM_ELSEWHERE = { ...NAVIGATION, 'sec-fetch-site': 'cross-site' }

/** What a reader sees. */
interface Seen {
  readonly status: number
  readonly language: string
  readonly title: string
  readonly heading: string
  /** Addresses by what is written on them, the button first. */
  readonly links: readonly (readonly [label: string, address: string])[]
  readonly text: string
}

const unescaped = (text: string): string => text.replaceAll('&quot;', '"').replaceAll('&amp;', '&')

async function seen(response: Response): Promise<Seen> {
  expect(response.headers.get('content-type')).toMatch(/^text\/html/)
  const text = await response.text()
  const of = (pattern: RegExp): string => unescaped(pattern.exec(text)?.[1] ?? '')
  const links = [...text.matchAll(/<a [^>]*href="([^"]*)">([^<]*)<\/a>/g)]
  return {
    status: response.status,
    language: of(/<html lang="([^"]*)">/),
    title: of(/<title>([^<]*)</),
    heading: of(/<h1>([^<]*)</),
    links: links.map(([, address = '', label = '']) => [unescaped(label), unescaped(address)]),
    text,
  }
}

/** Goes back from the provider without the cookie of the login. */
async function lost(state: string, more: Record<string, string> = {}, of = browser): Promise<Seen> {
  of.cookies.clear()
  return seen(await of.visit(`/callback?${new URLSearchParams({ code: 'x', state, ...more })}`))
}

const stateOf = (address: string): string => new URL(address).searchParams.get('state') ?? ''

describe('a login that cannot be finished', () => {
  it('leads back to its site, which the state names, and not to another one', async () => {
    expect(await lost(stateOf(await browser.begin(AT_SPORT)))).toMatchObject({
      status: 400,
      title: 'We cannot find your login – sport.news.test',
      heading: 'We cannot find your login',
      links: [['Go to sport.news.test and log in', `${SPORT}/`]],
    })
    expect(service.events).toContainEqual({
      type: 'login-failed',
      clientId: 'sport',
      reason: 'state-unknown',
    })
  })

  it.each([
    ['access_denied', 403, 'You were not logged in', 'Go to www.news.test and log in'],
    ['temporarily_unavailable', 503, 'Something is not working right now', 'Back to www.news.test'],
    ['server_error', 503, 'Something is not working right now', 'Back to www.news.test'],
    ['login_required', 400, 'We cannot find your login', 'Go to www.news.test and log in'],
  ])('says what the provider says: %s', async (error, status, heading, label) => {
    const state = stateOf(await browser.begin())
    expect(await lost(state, { error })).toMatchObject({ status, heading, links: [[label, `${WWW}/`]] })
    // Whoever made the state up is told nothing of what else they made up.
    expect(await lost('made-up', { error })).toMatchObject({ heading: 'We cannot find your login' })
  })

  it('may take an hour, and is then told to have taken too long', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    try {
      const [one, other] = [await browser.begin(), await browser.begin(AT_SPORT)]
      vi.advanceTimersByTime(3_590_000)
      const back = await browser.visit(`/callback${provider.approve(one)}`)
      expect(back.headers.get('location')).toMatch(/[?&]code=/)
      expect(await lost(stateOf(other), {}, new TestBrowser(service))).toMatchObject({
        heading: 'We cannot find your login',
      })
      vi.advanceTimersByTime(20_000)
      expect(await seen(await browser.visit(`/callback${provider.approve(other)}`))).toMatchObject({
        heading: 'The login took too long',
        links: [['Go to sport.news.test and log in', `${SPORT}/`]],
      })
    } finally {
      vi.useRealTimers()
    }
  })

  it('was finished before, where the browser has the session that came of it', async () => {
    const back = `/callback${provider.approve(await browser.begin())}`
    await browser.visit(back)
    expect(await seen(await browser.visit(back))).toMatchObject({
      status: 400,
      heading: 'This login has already been used',
      links: [['Go to www.news.test and log in', `${WWW}/`]],
    })
  })

  it('whose state was altered leads to the first site', async () => {
    const state = stateOf(await browser.begin(AT_SPORT))
    for (const altered of [`${state.slice(0, -3)}AAA`, state.split('.')[0] ?? '', ''])
      expect((await lost(altered)).links).toEqual([['Go to www.news.test and log in', `${WWW}/`]])
  })
})

describe('an address that is not registered', () => {
  it('tells the reader that it is not their fault, and a developer what to do', async () => {
    const page = await seen(await browser.visit(authorizePath({ redirect_uri: `${WWW}/other` })))
    expect(page).toMatchObject({
      status: 400,
      heading: 'This link does not work',
      links: [['Back to www.news.test', `${WWW}/`]],
    })
    expect(page.text).toContain(
      '<details lang="en"><summary>For developers</summary><p>The client is “news”. ',
    )
    expect(page.text).toContain('The redirect URI in the address is not among those of the client')
    const unknown = await seen(await browser.visit(authorizePath({ client_id: 'nobody' })))
    expect(unknown.text).toMatch(/<p>The client in the address is not registered here[^<]*<\/p><\/details>/)
    for (const path of ['/logout', '/session-refresh']) {
      const visit = `${path}?client_sdrn=sdrn:x:client:news&redirect_uri=${WWW}/x`
      expect((await seen(await browser.visit(visit))).text).toContain(`“news”. It is registered.`)
    }
  })

  it('that names no client says so, and no directory of sites is asked for it', async () => {
    const sites = { find: (id: string) => (id.startsWith('news') ? NEWS : undefined), all: () => [NEWS] }
    const own = new TestBrowser(testService(provider, { sites }))
    const { text } = await seen(await own.visit('/oauth/authorize'))
    expect(text).toMatch(/<p>The client in the address is not registered here[^<]*<\/p><\/details>/)
  })

  it('leads to the site from which the reader comes, where it names none', async () => {
    const from = async (referer: string) =>
      (await seen(await browser.ask('/oauth/authorize', { headers: { ...NAVIGATION, referer } }))).links
    expect(await from(`${SPORT}/`)).toEqual([['Back to sport.news.test', `${SPORT}/`]])
    expect(await from('https://evil.test/')).toEqual([['Back to www.news.test', `${WWW}/`]])
    expect(await from('nonsense')).toEqual([['Back to www.news.test', `${WWW}/`]])
  })

  it.each(['client_id', 'redirect_uri', 'state', 'login_hint', 'ui_locales', 'client_sdrn'])(
    'shows nothing that anybody has written into %s, and leads nowhere',
    async (name) => {
      const words = 'https://evil.test/Call+0800+and+say+your+password'
      for (const path of [
        authorizePath({ redirect_uri: 'x', [name]: words }),
        authorizePath({ [name]: words }),
      ]) {
        const response = await browser.visit(path)
        expect((await response.text()).toLowerCase()).not.toMatch(/evil|password/)
      }
      for (const path of ['/logout', '/session-refresh', '/nothing', '/callback', '/logout/done']) {
        const page = await seen(await browser.visit(`${path}?${new URLSearchParams({ [name]: words })}`))
        expect(page.text.toLowerCase()).not.toMatch(/evil|password/)
        expect(page.links).toHaveLength(1)
      }
    },
  )
})

describe('a logout', () => {
  it('that somebody else began can be left: the reader stays logged in', async () => {
    await browser.logIn(provider)
    const page = await seen(await browser.ask(LOGOUT, { headers: FROM_ELSEWHERE }))
    expect(page).toMatchObject({
      status: 200,
      heading: 'Do you want to log out?',
      links: [['Stay logged in', `${WWW}/`]],
    })
    expect(page.text).toContain('<form method="post"><button class="button">Log out</button></form>')
    expect(page.text).toContain(`<a class="link" href="${WWW}/">Stay logged in</a>`)
    expect(page.text).toContain('<p class="site">www.news.test</p>')
    expect(page.text).toMatch(/<\/div>\s*<\/main>/)
    expect(await browser.told()).toBe(200)
  })

  it('by a form of another page is asked about again', async () => {
    const headers = { ...FROM_ELSEWHERE, origin: 'https://evil.test' }
    const page = await seen(await browser.ask(LOGOUT, { method: 'POST', headers }))
    expect(page).toMatchObject({ status: 403, heading: 'Do you want to log out?' })
  })

  it('that is done, and leads to no known address, leads to the site', async () => {
    expect(await seen(await browser.visit('/logout/done'))).toMatchObject({
      status: 200,
      heading: 'You are logged out',
      links: [['Back to www.news.test', `${WWW}/`]],
    })
  })
})

describe('what is not there', () => {
  it('is a page for a reader, and a line for a program', async () => {
    for (const path of ['/', '/nothing', '/profile-pages'])
      expect(await seen(await browser.visit(path))).toMatchObject({
        status: 404,
        heading: 'There is nothing here',
        links: [['Back to www.news.test', `${WWW}/`]],
      })
    expect((await seen(await browser.visit('/nothing?client_id=sport'))).links).toEqual([
      ['Back to sport.news.test', `${SPORT}/`],
    ])
    expect(service.events.filter(({ type }) => type === 'function-failed')).toEqual([])
    const old = await browser.ask('/nothing', { headers: { accept: 'text/html,*/*' } })
    expect(await seen(old)).toMatchObject({ status: 404 })
    const programs: Record<string, string>[] = [
      { accept: '*/*' },
      { accept: 'text/html', 'sec-fetch-mode': 'cors' },
    ]
    for (const headers of programs) {
      const program = await browser.ask('/nothing', { headers })
      expect([program.status, await program.text()]).toEqual([404, 'There is nothing here.'])
    }
  })

  it('because something fails is a page for a reader', async () => {
    const failing = () => {
      throw new Error('away')
    }
    const own = testService(provider, {
      provider: { ...service.options.provider, accountPages: failing },
      store: { ...sqliteStore(':memory:'), read: async () => failing() },
    })
    const reader = new TestBrowser(own)
    expect(await seen(await reader.visit('/profile-pages'))).toMatchObject({
      status: 500,
      heading: 'Something is not working right now',
    })
    await reader.logIn(provider)
    const away = await reader.visit('/v2/session?client_sdrn=sdrn:x:client:news')
    expect(away.headers.get('retry-after')).toBe('2')
    expect(await seen(away)).toMatchObject({ status: 503, heading: 'Something is not working right now' })
    expect((await reader.session()).headers.get('content-type')).toMatch(/json/)
  })
})

describe('the language', () => {
  const languageOf = async (query: string, accepted?: string): Promise<string> => {
    const headers = { ...NAVIGATION, ...(accepted !== undefined && { 'accept-language': accepted }) }
    const response = await browser.ask(`/nothing${query}`, { headers })
    expect(response.headers.get('content-language')).toMatch(/^\w\w$/)
    return (await seen(response)).language
  }

  it.each([
    ['?ui_locales=fr%20fi&locale=sv_SE', 'de', 'fi'],
    ['?locale=sv_SE', 'de', 'sv'],
    ['?locale=fr_FR', 'da-DK, en', 'da'],
    ['', 'nn-NO, en', 'nb'],
    ['', 'no', 'nb'],
    ['', 'en;q=0.3, de-AT;q=0.8, fr', 'de'],
    ['', 'de;q=0, fr', 'en'],
    ['', 'de;q=much, fi;q=0.1', 'de'],
    ['', 'fi;q=0.5, sv;q=0.5', 'fi'],
    ['', '  fr , de ; Q=0.9', 'de'],
    ['', 'SV-se', 'sv'],
    ['?ui_locales=,fr,%20%20fi', 'de', 'fi'],
    [`?ui_locales=${'fr%20'.repeat(19)}fi`, '', 'fi'],
    [`?ui_locales=${'fr%20'.repeat(20)}fi`, '', 'en'],
    ['', 'constructor, *', 'en'],
    ['', undefined, 'en'],
  ])('of %s and %s is %s', async (query, accepted, language) => {
    expect(await languageOf(query, accepted)).toBe(language)
  })

  it('of a login stays when the reader comes back', async () => {
    const state = stateOf(await browser.begin({ locale: 'nb_NO' }))
    expect(await lost(state)).toMatchObject({
      language: 'nb',
      heading: 'Vi finner ikke innloggingen din',
      links: [['Gå til www.news.test og logg inn', `${WWW}/`]],
    })
  })
})

describe('the appearance of a site', () => {
  const appearance = {
    name: 'News & <b>more</b>',
    logo: 'https://pictures.test/logo.svg?a=1&b="',
    home: 'https://start.news.test/front',
    colors: { button: '#0a6cff', background: '#fffdf5', text: '#202020' },
    darkColors: { background: '#101010' },
  }
  const served = (own: unknown): TestBrowser =>
    new TestBrowser(testService(provider, { sites: [{ ...NEWS, appearance: own } as Site] }))

  it('has its name, logo, colours and start page, escaped', async () => {
    const response = await served(appearance).visit('/nothing')
    const policy = response.headers.get('content-security-policy') ?? ''
    const { text, links } = await seen(response)
    expect(links).toEqual([['Back to News & &lt;b&gt;more&lt;/b&gt;', 'https://start.news.test/front']])
    expect(text).toContain('src="https://pictures.test/logo.svg?a=1&amp;b=&quot;"')
    expect(text).toContain('alt="News &amp; &lt;b&gt;more&lt;/b&gt;"')
    expect(text).not.toContain('<b>')
    expect(text).toContain('--background:#fffdf5;--text:#202020;--button:#0a6cff;--on-button:#ffffff')
    const bright = await served({ colors: { button: '#ffd400' } }).visit('/nothing')
    expect(await bright.text()).toContain('--button:#ffd400;--on-button:#000000')
    // In the dark, the button keeps its colour.
    expect(text).toContain('--background:#101010;--text:#f2f2f3;--button:#0a6cff')
    const style = /<style>([\s\S]*)<\/style>/.exec(text)?.[1] ?? ''
    const hash = createHash('sha256').update(style).digest('base64')
    expect(policy.split('; ')).toEqual([
      "default-src 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
      "form-action 'none'",
      `style-src 'sha256-${hash}'`,
      'img-src https://pictures.test',
    ])
  })

  it('is plain where it has none, by day and in the dark', async () => {
    const { text } = await seen(await browser.visit('/nothing'))
    expect(text).toContain('--background:#ffffff;--text:#1c1c1e;--button:#1c1c1e;--on-button:#ffffff')
    expect(text).toContain('--background:#161618;--text:#f2f2f3;--button:#f2f2f3;--on-button:#000000')
  })

  it('may have its logo in the page itself', async () => {
    const logo = 'data:image/svg+xml,%3Csvg%20xmlns=%22http://www.w3.org/2000/svg%22/%3E'
    const { headers } = await served({ logo }).visit('/nothing')
    expect(headers.get('content-security-policy')?.split('; ')).toContain('img-src data:')
  })

  it.each([
    ['text that cannot be read', { colors: { text: '#cccccc' } }, 'sites.0.appearance.colors: give text'],
    [
      'text that cannot be read in the dark',
      { darkColors: { text: '#333333' } },
      'appearance.darkColors: give',
    ],
    ['what is no colour', { colors: { button: 'red;}' } }, 'appearance.colors.button: give a colour'],
    ['a logo that is no picture', { logo: 'javascript:alert(1)' }, 'appearance.logo: give an https address'],
    ['a start page on plain http', { home: 'http://news.test/' }, 'appearance.home: give the address'],
    ['a mistyped name', { colour: '#000000' }, 'appearance.colour: there is no such option'],
  ])('is refused at the start with %s', (_what, own, problem) => {
    expect(() => served(own)).toThrow(OptionsError)
    expect(() => served(own)).toThrow(problem)
  })

  it('is not looked at where a directory of sites gives nonsense', async () => {
    const site = { ...NEWS, redirectUris: ['com.news.app:/done'], appearance: { name: 1 } } as unknown as Site
    const sites = { find: () => site, all: () => [site] }
    const page = await seen(await new TestBrowser(testService(provider, { sites })).visit('/nothing'))
    // A program's address is no page to lead to.
    expect(page).toMatchObject({ title: 'There is nothing here – id.news.test', links: [] })
    const none = { find: () => undefined, all: () => [] }
    const nowhere = await new TestBrowser(testService(provider, { sites: none })).visit('/nothing')
    expect(await seen(nowhere)).toMatchObject({ status: 404, links: [] })
  })

  it('may be a page of its own making, on which no script runs', async () => {
    const views: PageView[] = []
    const page = async (view: PageView): Promise<string | undefined> => {
      views.push(view)
      return view.kind === 'not-found' ? undefined : `<p lang="${view.language}">${view.sentence}</p>`
    }
    const own = new TestBrowser(testService(provider, { page, sites: [SPORTS] }))
    const logout = `/logout?client_sdrn=sdrn:x:client:sport&redirect_uri=${SPORT}/&locale=de`
    const asked = await own.ask(logout, { headers: FROM_ELSEWHERE })
    expect(await asked.text()).toMatch(/^<p lang="de">Sie werden von sport\.news\.test /)
    expect(views[0]).toMatchObject({
      kind: 'logout-confirm',
      language: 'de',
      siteName: 'sport.news.test',
      actions: [
        { label: 'Abmelden', posts: true },
        { label: 'Angemeldet bleiben', href: `${SPORT}/` },
      ],
    })
    expect(views[0]?.site?.clientId).toBe('sport')
    const policy = asked.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    // The logout goes on to the provider, which browsers take for a part of the form's way.
    expect(policy).not.toContain('form-action')
    expect(policy).not.toContain('script')
    expect(asked.headers.get('referrer-policy')).toBe('same-origin')
    expect((await seen(await own.visit('/nothing'))).heading).toBe('There is nothing here')
  })

  it('falls back to the service’s page where its function fails', async () => {
    const own = testService(provider, {
      page: () => {
        throw new TypeError('private')
      },
    })
    expect((await seen(await new TestBrowser(own).visit('/nothing'))).status).toBe(404)
    expect(own.events).toContainEqual({ type: 'function-failed', reason: 'TypeError' })
  })
})

const policyOf = ({ headers }: Response): string[] | undefined =>
  headers.get('content-security-policy')?.split('; ')

it('no page can be shown within another one, or be kept', async () => {
  const page = await browser.visit(`/nothing?x=${ID}`)
  const { headers } = page
  const style = expect.stringMatching(/^style-src 'sha256-[\w+/]{43}='$/)
  const ofAll = ["default-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"]
  expect(policyOf(page)).toEqual([...ofAll, "form-action 'none'", style])
  expect(policyOf(await browser.ask(LOGOUT, { headers: FROM_ELSEWHERE }))).toEqual([...ofAll, style])
  expect(headers.has('retry-after')).toBe(false)
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('referrer-policy')).toBe('no-referrer')
})
