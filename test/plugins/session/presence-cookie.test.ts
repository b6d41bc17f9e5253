import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createIdentity } from '../../../core/kernel/create-identity.ts'
import type { AnyPlugin } from '../../../core/kernel/plugin.ts'
import { login } from '../../../plugins/login/login.ts'
import { loginReturn } from '../../../plugins/login/login-return.ts'
import { sessionEvents } from '../../../plugins/reporting/session-events.ts'
import { preload } from '../../../plugins/session/preload.ts'
import { presenceCookie } from '../../../plugins/session/presence-cookie.ts'
import { sessionCache } from '../../../plugins/session/session-cache.ts'
import { tabs } from '../../../plugins/tabs/tabs.ts'
import { fetchTransport } from '../../../plugins/transport/fetch-transport.ts'
import { ADA, ENV, GRACE, NO_SESSION, optionsFor, rejection } from '../../support/fixtures.ts'
import {
  type Answer,
  answering,
  broken,
  deny,
  json,
  openPage,
  openPageWith,
  type Page,
} from '../../support/page.ts'
import { CLIENT, runHead } from '../../support/run-head.ts'

const HOUR_MS = 3_600_000
const READER = 'reader'
const WORD = '__Host-reader-none'
const nobody = json(400, NO_SESSION)
/** What the service never writes into the presence cookie. */
const NO_TIMES = ['', 'forged', '-1', '1.5', '1e9', '0x10', '1234567890123']
const env = { ...ENV, presenceCookie: READER }

const identityOn = (page: Page, ...more: AnyPlugin[]) =>
  createIdentity(optionsFor(page, { env }), [
    fetchTransport(),
    sessionCache(),
    presenceCookie(),
    sessionEvents(),
    ...more,
  ])

const setCookie = ({ window }: Page, name: string, value: string) => {
  window.document.cookie = `${name}=${value}; path=/; Secure`
}
const cookiesOf = ({ window }: Page): string => window.document.cookie
const wordOf = (page: Page): number => Number(/-none=(\w*)/.exec(cookiesOf(page))?.[1])

/** Another tab of the same host: it has the cookies, and no storage of the first one. */
function newTab(page: Page, url?: string): Page {
  const tab = openPage(url)
  for (const pair of cookiesOf(page).split('; ').filter(Boolean)) {
    const [name = '', value = ''] = pair.split('=')
    setCookie(tab, name, value)
  }
  return tab
}

/** A browser whose service has said that nobody is logged in. */
async function anonymous(): Promise<Page> {
  const page = openPageWith(nobody)
  await rejection(identityOn(page).hasSession())
  return page
}

/** The service answers with a session, and sets the cookie for the whole domain. */
const loggedIn =
  (page: Page): Answer =>
  (...request) => {
    setCookie(page, READER, '1700000000')
    return json(200, ADA)(...request)
  }

async function setVisibility({ window }: Page, state: 'hidden' | 'visible') {
  Object.defineProperty(window.document, 'visibilityState', { value: state, configurable: true })
  window.dispatchEvent(new window.Event('visibilitychange'))
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

describe('an anonymous reader', () => {
  it('is asked for once, and then known in each new tab for a day', async () => {
    const first = await anonymous()
    vi.setSystemTime(Date.now() + 23 * HOUR_MS)
    expect(await rejection(identityOn(newTab(first)).hasSession())).toMatchObject({
      reason: 'session-missing',
      code: 400,
    })
    vi.setSystemTime(Date.now() + HOUR_MS)
    const next = answering(newTab(first), nobody)
    await rejection(identityOn(next).hasSession())
  })

  it('is known by a cookie that no host beside this one can set', async () => {
    expect(cookiesOf(await anonymous())).toBe(`${WORD}=${Date.now()}`)
  })

  it('emits what an anonymous reader emits', async () => {
    const tab = newTab(await anonymous())
    const identity = identityOn(tab)
    const heard: string[] = []
    for (const name of ['notLoggedin', 'error', 'login'] as const) identity.on(name, () => heard.push(name))
    await rejection(identity.hasSession())
    expect(heard).toEqual(['notLoggedin', 'error'])
  })

  it('is asked for on each page where the environment names no cookie', async () => {
    const page = openPageWith(nobody)
    const plain = createIdentity(optionsFor(page), [fetchTransport(), sessionCache(), presenceCookie()])
    await rejection(plain.hasSession())
    expect(cookiesOf(page)).toBe('')
  })

  it.each(NO_TIMES)(
    'is known where a host of the domain has set the presence cookie to “%s”',
    async (value) => {
      const tab = newTab(await anonymous())
      setCookie(tab, READER, value)
      expect(await rejection(identityOn(tab).hasSession())).toMatchObject({ reason: 'session-missing' })
    },
  )

  it('is not believed in while the presence cookie is there', async () => {
    const tab = newTab(await anonymous())
    setCookie(tab, READER, '1700000000')
    tab.answer(json(200, ADA))
    expect(await identityOn(tab).hasSession()).toEqual(ADA)
  })

  it('of whom the service speaks while the cookie is there is believed in for no longer than today', async () => {
    const page = openPageWith(nobody)
    setCookie(page, READER, '1')
    await rejection(identityOn(page).hasSession())
    expect(wordOf(page)).toBeNaN()
  })

  it.each([
    ['a clock that was set back', () => `${Date.now() + HOUR_MS}`],
    ['a word of two days ago', () => `${Date.now() - 48 * HOUR_MS}`],
    ['a word that is none', () => 'yes'],
  ])('is asked for after %s', async (_what, word) => {
    const page = openPageWith(nobody)
    setCookie(page, WORD, word())
    await rejection(identityOn(page).hasSession())
  })

  it('is asked for by a frame that may keep nothing', async () => {
    const page = openPageWith(nobody)
    Object.defineProperty(page.window, 'origin', { value: 'null' })
    deny(page.window.document, 'cookie')
    expect(await rejection(identityOn(page).hasSession())).toMatchObject({ reason: 'session-missing' })
  })

  it('stays one in an outage, and is none by an outage', async () => {
    const first = await anonymous()
    const page = openPageWith(broken, broken)
    expect(await rejection(identityOn(page).hasSession())).toMatchObject({ reason: 'session-unreachable' })
    expect(wordOf(page)).toBeNaN()
    expect(await rejection(identityOn(newTab(first)).hasSession())).toMatchObject({
      reason: 'session-missing',
    })
  })
})

describe('after the service’s word that nobody is logged in, a page asks again', () => {
  it('once the session was cleared in this tab', async () => {
    const page = await anonymous()
    vi.setSystemTime(Date.now() + 1)
    const identity = identityOn(page)
    identity.clearCachedUserSession()
    page.answer(nobody)
    await rejection(identity.hasSession())
    expect(wordOf(page)).toBe(Date.now())
  })

  it('once a login has begun here', async () => {
    const page = await anonymous()
    const identity = createIdentity(optionsFor(page, { env }), [
      fetchTransport(),
      sessionCache(),
      presenceCookie(),
      login(),
    ])
    vi.setSystemTime(Date.now() + 1)
    identity.login({ state: 'state' })
    page.answer(nobody)
    await rejection(identity.hasSession())
  })

  it('on the page to which a reader returns from a login', async () => {
    const first = await anonymous()
    vi.setSystemTime(Date.now() + HOUR_MS)
    const tab = newTab(first, 'https://www.site.example/callback?code=code&state=state')
    tab.answer(loggedIn(tab))
    expect(await identityOn(tab, loginReturn()).hasSession()).toEqual(ADA)
  })

  it('where the tabs have agreed on somebody since', async () => {
    const tab = newTab(await anonymous())
    const identity = identityOn(tab, tabs())
    const { accountUrl } = ENV
    const key = `portico.${accountUrl} https://id.site.example client-1.tabs2.mark`
    vi.setSystemTime(Date.now() + 1000)
    const value = { changedAt: Date.now(), user: '101 connected' }
    tab.window.localStorage.setItem(key, JSON.stringify({ value, expiresAt: Date.now() + HOUR_MS }))
    tab.answer(loggedIn(tab))
    expect(await identity.hasSession()).toEqual(ADA)
  })
})

describe('an answer during which', () => {
  /** Takes a millisecond, in which the presence cookie becomes another one. */
  const meanwhile =
    (page: Page, cookie: string, answer: Answer): Answer =>
    (...request) => {
      setCookie(page, READER, cookie)
      vi.setSystemTime(Date.now() + 1)
      return answer(...request)
    }

  it('the reader logs out on another host is not believed, and the service is none that forgets its cookie', async () => {
    const page = openPage()
    setCookie(page, READER, '1700000000')
    page.answer(meanwhile(page, '', json(200, ADA)), nobody)
    expect(await rejection(identityOn(page).hasSession())).toMatchObject({ reason: 'session-missing' })
    expect(wordOf(page)).toBe(Date.now())
  })

  it('somebody logs in on another host is not believed', async () => {
    const page = openPage()
    page.answer(meanwhile(page, '1700000000', nobody), json(200, ADA))
    expect(await identityOn(page).hasSession()).toEqual(ADA)
  })

  it('the service sets the cookie that was lost is believed', async () => {
    const page = openPage()
    page.answer(meanwhile(page, '1700000000', json(200, ADA)))
    expect(await identityOn(page).hasSession()).toEqual(ADA)
  })
})

describe('a service that does not set its cookie', () => {
  it('is told to the developer', async () => {
    const page = openPageWith(json(200, ADA))
    const log = vi.fn()
    const plugins = [fetchTransport(), presenceCookie()] as const
    await createIdentity({ ...optionsFor(page, { env }), log }, plugins).hasSession()
    expect(log).toHaveBeenCalledWith(
      'portico: presence-cookie: a session came, but the service has not set the cookie reader',
    )
  })

  it('is asked on each first page of this host from then on', async () => {
    const page = openPageWith(json(200, ADA))
    const identity = identityOn(page)
    await identity.hasSession()
    identity.clearCachedUserSession()
    let tab = page
    for (let count = 0; count < 3; count += 1) {
      tab = newTab(tab)
      tab.answer(nobody)
      await rejection(identityOn(tab).hasSession())
    }
  })

  it('is trusted again once it has', async () => {
    const page = openPageWith(json(200, ADA))
    await identityOn(page).hasSession()
    const tab = newTab(page)
    tab.answer(loggedIn(tab))
    await identityOn(tab).hasSession()
    const later = newTab(tab)
    setCookie(later, READER, '')
    later.answer(nobody)
    await rejection(identityOn(later).hasSession())
    expect(wordOf(later)).toBe(Date.now())
  })
})

describe('what this tab has kept', () => {
  it('of a reader does not count once they have logged out on another host', async () => {
    const page = openPage()
    page.answer(loggedIn(page), nobody)
    await identityOn(page).hasSession()
    setCookie(page, READER, '')
    expect(await rejection(identityOn(page).hasSession())).toMatchObject({ reason: 'session-missing' })
  })

  it('of a reader does not count once another one has logged in there, where storage is denied as well', async () => {
    const page = openPage()
    deny(page.window, 'sessionStorage')
    page.answer(loggedIn(page), json(200, GRACE))
    const identity = identityOn(page)
    await identity.hasSession()
    setCookie(page, READER, '1700000001')
    expect(await identity.hasSession()).toMatchObject({ userId: GRACE.userId })
  })

  it('of a reader is not what was on its way while another one logged in there', async () => {
    const page = openPage()
    setCookie(page, READER, '1700000000')
    page.answer(
      (...request) => {
        setCookie(page, READER, '1700000001')
        vi.setSystemTime(Date.now() + 40)
        return json(200, ADA)(...request)
      },
      json(200, GRACE),
    )
    expect(await identityOn(page).hasSession()).toMatchObject({ userId: GRACE.userId })
    expect(await identityOn(page).hasSession()).toMatchObject({ userId: GRACE.userId })
  })

  it('of an anonymous reader does not count once somebody has logged in on another host', async () => {
    const page = await anonymous()
    page.answer(loggedIn(page))
    setCookie(page, READER, '1700000000')
    expect(await identityOn(page).hasSession()).toEqual(ADA)
  })

  it.each([
    [
      'what the page has begun in its head',
      1,
      (page: Page) => runHead(answering(page, json(200, ADA)), { ...CLIENT, env }),
    ],
    [
      'what its server has handed over',
      0,
      ({ window }: Page) =>
        void Object.assign(window, { porticoHead: ['', Date.now() + HOUR_MS, ADA, Date.now()] }),
    ],
  ])(
    'of an anonymous reader gives way, after a login on another host, to %s',
    async (_what, requests, prepare) => {
      const page = await anonymous()
      page.requests.length = 0
      const openedAt = Date.now()
      Object.defineProperty(page.window, 'performance', { value: { now: () => Date.now() - openedAt } })
      setCookie(page, READER, '1700000000')
      prepare(page)
      vi.setSystemTime(Date.now() + 1000)
      expect(await identityOn(page, preload()).hasSession()).toEqual(ADA)
      expect(page.requests).toHaveLength(requests)
    },
  )

  it('counts while the cookie is as it was', async () => {
    const page = openPage()
    page.answer(loggedIn(page))
    await identityOn(page).hasSession()
    expect(await identityOn(page).hasSession()).toEqual(ADA)
  })
})

describe('a reader whom the page’s server has handed over', () => {
  const handedOver = (): Page => {
    const page = openPage()
    Object.assign(page.window, { porticoHead: ['', Date.now() + HOUR_MS, ADA, Date.now()] })
    return page
  }

  it('is asked about where nobody is logged in on any host', async () => {
    const page = handedOver()
    page.answer(nobody)
    expect(await rejection(identityOn(page, preload()).hasSession())).toMatchObject({
      reason: 'session-missing',
    })
  })

  it('is believed in while the cookie is there, and where the service sets none', async () => {
    const page = handedOver()
    setCookie(page, READER, '1700000000')
    expect(await identityOn(page, preload()).hasSession()).toEqual(ADA)
    const distrustful = handedOver()
    setCookie(distrustful, WORD, 'never')
    expect(await identityOn(distrustful, preload()).hasSession()).toEqual(ADA)
    expect(cookiesOf(distrustful)).toBe(`${WORD}=never`)
  })
})

describe('a second presence cookie, which another host has set for a path,', () => {
  const withTwin = (value: string) => {
    const page = openPage()
    page.window.document.cookie = `${READER}=${value}; path=/article; Secure`
    return page
  }

  it.each(['', 'x', '1'])('hides nobody where it is “%s”', async (value) => {
    const page = withTwin(value)
    setCookie(page, WORD, `${Date.now()}`)
    setCookie(page, READER, '1700000000')
    page.answer(json(200, ADA))
    expect(await identityOn(page).hasSession()).toEqual(ADA)
  })

  it('keeps no logout from a page', async () => {
    const page = withTwin('1')
    page.answer(loggedIn(page), nobody)
    await identityOn(page).hasSession()
    setCookie(page, READER, '')
    expect(await rejection(identityOn(page).hasSession())).toMatchObject({ reason: 'session-missing' })
  })
})

describe('a page that is open', () => {
  /** As browsers have it: it fires when a cookie changes that the page can see. */
  function withCookieStore(page: Page): () => number {
    const listeners = new Set<() => void>()
    const store = {
      addEventListener: (_type: string, listener: () => void) => listeners.add(listener),
      removeEventListener: (_type: string, listener: () => void) => listeners.delete(listener),
    }
    Object.defineProperty(page.window, 'cookieStore', { value: store })
    return () => {
      for (const listener of listeners) listener()
      return listeners.size
    }
  }

  it('hears of a logout on another host', async () => {
    const page = openPage()
    const tell = withCookieStore(page)
    page.answer(loggedIn(page), nobody)
    const identity = identityOn(page)
    await identity.hasSession()
    const left = new Promise((resolve) => identity.once('logout', resolve))
    setCookie(page, READER, '')
    tell()
    await left
  })

  it('asks where another host has taken the cookie away, which the service then sets again for all', async () => {
    const page = openPage()
    const tell = withCookieStore(page)
    page.answer(loggedIn(page), loggedIn(page))
    const identity = identityOn(page)
    await identity.hasSession()
    setCookie(page, READER, '')
    const asked = new Promise((resolve) => identity.once('login', resolve))
    tell()
    expect(await asked).toEqual(ADA)
    expect(cookiesOf(page)).toContain(`${READER}=1700000000`)
  })

  it('hears of a login on another host', async () => {
    const page = await anonymous()
    const tell = withCookieStore(page)
    const identity = identityOn(page)
    await rejection(identity.hasSession())
    page.answer(loggedIn(page))
    const came = new Promise((resolve) => identity.once('login', resolve))
    setCookie(page, READER, '1700000000')
    tell()
    expect(await came).toEqual(ADA)
  })

  it('makes no request where it shows nobody, and hears of nobody', async () => {
    const page = await anonymous()
    const tell = withCookieStore(page)
    const identity = identityOn(page)
    await rejection(identity.hasSession())
    setCookie(page, 'another', '1')
    tell()
    setCookie(page, READER, '')
    tell()
    await setVisibility(page, 'visible')
  })

  it('makes none when a forged cookie goes', async () => {
    const page = openPageWith(nobody)
    const tell = withCookieStore(page)
    setCookie(page, READER, '1')
    await rejection(identityOn(page).hasSession())
    setCookie(page, READER, '')
    tell()
  })

  it('looks when it is seen again, where the browser does not tell it', async () => {
    const page = openPage()
    page.answer(loggedIn(page), nobody)
    const identity = identityOn(page)
    await identity.hasSession()
    await setVisibility(page, 'hidden')
    setCookie(page, READER, '')
    const left = new Promise((resolve) => identity.once('logout', resolve))
    await setVisibility(page, 'visible')
    await left
  })

  it('asks again after a call that has failed, when it is seen again', async () => {
    const page = openPage()
    page.answer(loggedIn(page), json(403, {}), nobody)
    const identity = identityOn(page)
    await identity.hasSession()
    setCookie(page, READER, '')
    const failed = new Promise((resolve) => identity.once('error', resolve))
    await setVisibility(page, 'visible')
    expect(await failed).toMatchObject({ reason: 'session-refused' })
    vi.setSystemTime(Date.now() + 5000)
    const left = new Promise((resolve) => identity.once('logout', resolve))
    await setVisibility(page, 'visible')
    await left
  })

  it('hears nothing more after dispose', async () => {
    const page = openPage()
    const tell = withCookieStore(page)
    page.answer(loggedIn(page))
    const identity = identityOn(page)
    await identity.hasSession()
    expect(tell()).toBe(1)
    identity.dispose()
    expect(tell()).toBe(0)
  })
})

describe('a page that nobody has seen', () => {
  it('asks when it is seen', async () => {
    const page = openPage()
    await setVisibility(page, 'hidden')
    const asked = rejection(identityOn(page).hasSession())
    await setVisibility(page, 'hidden')
    await new Promise((resolve) => setTimeout(resolve))
    expect(page.requests).toHaveLength(0)
    page.answer(nobody)
    await setVisibility(page, 'visible')
    expect(await asked).toMatchObject({ reason: 'session-missing' })
  })

  it('says at once what the tab has kept', async () => {
    const page = openPageWith(json(200, ADA))
    await identityOn(page).hasSession()
    await setVisibility(page, 'hidden')
    expect(await identityOn(page).hasSession()).toEqual(ADA)
  })

  it('asks at once where somebody is logged in', async () => {
    const page = openPage()
    await setVisibility(page, 'hidden')
    page.answer(loggedIn(page))
    setCookie(page, READER, '1700000000')
    expect(await identityOn(page).hasSession()).toEqual(ADA)
  })

  it('asks at once once it has been seen', async () => {
    const page = openPage()
    page.answer(loggedIn(page), nobody)
    const identity = identityOn(page)
    await identity.hasSession()
    await setVisibility(page, 'hidden')
    setCookie(page, READER, '')
    expect(await rejection(identity.hasSession())).toMatchObject({ reason: 'session-missing' })
  })
})

describe('the head snippet', () => {
  const client = { ...CLIENT, env }

  it('begins no call for an anonymous reader, and one once the cookie is there', async () => {
    const tab = newTab(await anonymous())
    runHead(tab, client)
    expect(tab.requests).toHaveLength(0)
    setCookie(tab, READER, '1700000000')
    tab.answer(json(200, ADA))
    runHead(tab, client)
    expect(tab.requests).toHaveLength(1)
  })

  it.each([
    ['a clock that was set back', () => Date.now() + HOUR_MS],
    ['a word of two days ago', () => Date.now() - 48 * HOUR_MS],
    ['no word', () => ''],
  ])('begins the call after %s', (_what, word) => {
    const page = openPageWith(nobody)
    setCookie(page, WORD, `${word()}`)
    runHead(page, client)
    expect(page.requests).toHaveLength(1)
  })

  it.each(NO_TIMES)('begins none where the presence cookie is “%s”', async (value) => {
    const tab = newTab(await anonymous())
    setCookie(tab, READER, value)
    runHead(tab, client)
    expect(tab.requests).toHaveLength(0)
  })

  it('begins the call where a second presence cookie is no time', async () => {
    const page = openPageWith(json(200, ADA))
    setCookie(page, WORD, `${Date.now()}`)
    page.window.document.cookie = `${READER}=x; path=/article; Secure`
    setCookie(page, READER, '1700000000')
    runHead(page, client)
    expect(page.requests).toHaveLength(1)
  })

  it('begins the call where somebody has logged out on another host since', async () => {
    const page = openPage()
    page.answer(loggedIn(page), nobody)
    await identityOn(page).hasSession()
    runHead(page, client)
    expect(page.requests).toHaveLength(1)
    setCookie(page, READER, '')
    runHead(page, client)
    expect(page.requests).toHaveLength(2)
    expect(await rejection(identityOn(page, preload()).hasSession())).toMatchObject({
      reason: 'session-missing',
    })
  })

  it('begins the call where cookies are denied', () => {
    const page = openPageWith(nobody)
    deny(page.window.document, 'cookie')
    runHead(page, client)
    expect(page.requests).toHaveLength(1)
  })
})
