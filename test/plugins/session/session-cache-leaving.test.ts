/** What the tab keeps is about the reader of now: an answer that was overtaken is there on no later page. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createIdentity } from '../../../core/kernel/create-identity.ts'
import { fedcm } from '../../../plugins/login/fedcm.ts'
import { login } from '../../../plugins/login/login.ts'
import { loginReturn } from '../../../plugins/login/login-return.ts'
import { userContext } from '../../../plugins/login/user-context.ts'
import { sessionEvents } from '../../../plugins/reporting/session-events.ts'
import { preload } from '../../../plugins/session/preload.ts'
import { revalidate } from '../../../plugins/session/revalidate.ts'
import { sessionCache } from '../../../plugins/session/session-cache.ts'
import { fetchTransport } from '../../../plugins/transport/fetch-transport.ts'
import { user } from '../../../plugins/user/user.ts'
import { Identity as Compat } from '../../../presets/compat/identity.ts'
import { createFullIdentity } from '../../../presets/full.ts'
import { ADA, ENV, GRACE, NO_SESSION, optionsFor, rejection } from '../../support/fixtures.ts'
import { watchListeners } from '../../support/listener-watch.ts'
import { onItsWay } from '../../support/on-its-way.ts'
import { type Answer, answering, deny, json, leave, openPage, type Page, text } from '../../support/page.ts'

const ARTICLE = 'https://www.site.example/article'
const RETURN = `${ARTICLE}?login-return`

interface Way {
  type?: string
  isLocalDenied?: boolean
}

/** The next page of the tab, a second later. */
function nextPage(
  before: Page | undefined,
  url = ARTICLE,
  { type = 'navigate', isLocalDenied }: Way = {},
): Page {
  vi.setSystemTime(Date.now() + 1000)
  const page = openPage(url)
  const { window } = page
  const kept = before?.window ?? window
  Object.defineProperty(window, 'sessionStorage', { value: kept.sessionStorage })
  if (isLocalDenied) deny(window, 'localStorage')
  else Object.defineProperty(window, 'localStorage', { value: kept.localStorage })
  Object.defineProperty(window, 'performance', {
    value: { now: () => 100, getEntriesByType: () => [{ type }] },
  })
  return page
}

const full = (page: Page) => createFullIdentity(optionsFor(page), fetchTransport({ retries: 0 }))
const small = (page: Page) => {
  const transport = fetchTransport({ retries: 0 })
  return createIdentity(optionsFor(page), [
    transport,
    sessionCache(),
    preload(),
    loginReturn(),
    login(),
    user(),
  ])
}
const compat = (page: Page) => new Compat({ ...optionsFor(page) } as never)

/** A page on which the tab has kept an answer from before the login. */
async function pageBefore(answer: Answer, way?: Way): Promise<Page> {
  const page = answering(nextPage(undefined, ARTICLE, way), answer)
  await full(page)
    .hasSession()
    .catch(() => {})
  return page
}

const BEFORE = [
  ['nobody', json(400, NO_SESSION)],
  ['another reader', json(200, GRACE)],
] as const

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

describe('the cache, after a login that no page has seen,', () => {
  it.each(BEFORE)(
    'that had %s, is empty on the page after one that was left before the answer',
    async (_, before) => {
      const late = onItsWay(json(200, ADA))
      const back = answering(nextPage(await pageBefore(before), RETURN), late.answer)
      const identity = full(back)
      const ended = rejection(identity.hasSession())
      await late.wasAsked
      leave(back)
      identity.dispose()
      await ended
      const page = answering(nextPage(back), json(200, ADA))
      expect(await full(page).hasSession()).toMatchObject({ userId: ADA.userId })
    },
  )

  it.each(BEFORE)(
    'that had %s, is empty when the service has failed and the page is loaded again',
    async (_, before) => {
      const back = answering(nextPage(await pageBefore(before), RETURN), text(503, ''))
      expect(await rejection(full(back).hasSession())).toMatchObject({ reason: 'session-unreachable' })
      const again = full(nextPage(back, RETURN, { type: 'reload' }))
      expect(await rejection(again.hasSession())).toMatchObject({ reason: 'session-unreachable' })
    },
  )

  it('keeps nothing in place of an answer that holds for no time', async () => {
    const back = nextPage(await pageBefore(json(200, GRACE)), RETURN)
    back.answer(json(200, { ...ADA, expiresIn: 0 }))
    await small(back).hasSession()
    const page = answering(nextPage(back), json(200, ADA))
    expect(await small(page).hasSession()).toMatchObject({ userId: ADA.userId })
  })
})

describe('the cache, where the server of a page has handed over the session,', () => {
  const { sig, sp_id, ...FACTS } = ADA
  const handOver = ({ window }: Page) =>
    Object.assign(window, { porticoHead: ['', Date.now() + 60_000, FACTS] as const })

  it.each<[string, Way | undefined, Answer]>([
    ['nobody', undefined, json(400, NO_SESSION)],
    ['another reader', undefined, json(200, GRACE)],
    ['another reader, without storage between tabs', { isLocalDenied: true }, json(200, GRACE)],
  ])('forgets %s', async (_, way, before) => {
    for (const compose of [small, full]) {
      const back = nextPage(await pageBefore(before, way), ARTICLE, way)
      handOver(back)
      expect(await compose(back).hasSession()).toMatchObject({ userId: ADA.userId })
      const page = answering(nextPage(back, ARTICLE, way), json(200, ADA))
      expect(await compose(page).hasSession()).toMatchObject({ userId: ADA.userId })
    }
  })

  it('keeps what the service has said of the same reader, since it says more', async () => {
    const back = nextPage(await pageBefore(json(200, { ...ADA, expiresIn: 600_000 })))
    handOver(back)
    await small(back).hasSession()
    expect(await small(nextPage(back)).getSpId()).toBe(sp_id)
  })

  it('keeps what the service has said since of another reader', async () => {
    const back = nextPage(undefined)
    handOver(back)
    const identity = small(back)
    await identity.hasSession()
    const other = answering(nextPage(back), json(200, { ...GRACE, expiresIn: 600_000 }))
    await small(other).hasSession()
    // The page that the reader goes back to still has what its server knew.
    await identity.hasSession()
    expect(await small(nextPage(other)).hasSession()).toMatchObject({ userId: GRACE.userId })
  })
})

describe('the cache, on a page that is being left,', () => {
  /** Whether the next page knows a user. A part of the page before has asked once more while it was left. */
  async function isLoggedInAfter(
    compose: typeof small | typeof full | typeof compat,
    [before, after]: [Answer, Answer],
    go: (identity: ReturnType<typeof small>, page: Page) => unknown,
  ): Promise<boolean> {
    const page = answering(nextPage(undefined), before, before)
    const identity = compose(page) as ReturnType<typeof small>
    await identity.isLoggedIn()
    await go(identity, page)
    await new Promise((resolve) => page.window.setTimeout(resolve))
    await identity.isLoggedIn()
    leave(page)
    const next = answering(nextPage(page), after)
    return compose(next).isLoggedIn()
  }

  it.each([
    ['the full identity', full],
    ['a small composition', small],
  ])('takes along no answer from before the login: %s', async (_, compose) => {
    const answers: [Answer, Answer] = [json(400, NO_SESSION), json(200, ADA)]
    expect(await isLoggedInAfter(compose, answers, (identity) => identity.login({ state: 's' }))).toBe(true)
  })

  it('takes along no answer from before a login by link', async () => {
    const click = (identity: ReturnType<typeof small>, { window }: Page) => {
      const link = window.document.createElement('a')
      link.href = identity.loginUrl({ state: 's' })
      window.document.body.append(link)
      link.click()
    }
    expect(await isLoggedInAfter(small, [json(400, NO_SESSION), json(200, ADA)], click)).toBe(true)
  })

  it('takes along no answer from before a login by the dialog of the browser', async () => {
    const compose = (page: Page) => {
      const { window } = page
      const credentials = { get: async () => ({ token: 'code=c&state=s' }) }
      Object.defineProperty(window.navigator, 'credentials', { value: credentials, configurable: true })
      Object.assign(window, { IdentityCredential: {} })
      const options = optionsFor(page, {
        env: { ...ENV, fedcmConfigUrl: 'https://account.example/fedcm.json' },
      })
      const plugins = [fetchTransport(), sessionCache(), user(), login(), userContext(), fedcm()] as const
      return createIdentity(options, plugins)
    }
    const go = async (identity: object, { navigations }: Page) => {
      await (identity as ReturnType<typeof compose>).continueAs({ state: 's' })
      expect(navigations).toHaveLength(1)
    }
    const answers: [Answer, Answer] = [json(400, NO_SESSION), json(200, ADA)]
    expect(await isLoggedInAfter(compose as never, answers, go)).toBe(true)
  })

  it.each([
    ['a small composition', small],
    ['the class of the account-sdk-browser', compat],
  ])('takes along no answer from before the logout: %s', async (_, compose) => {
    const answers: [Answer, Answer] = [json(200, ADA), json(400, NO_SESSION)]
    expect(await isLoggedInAfter(compose, answers, (identity) => identity.logout())).toBe(false)
  })

  it('listens for that once, however often the reader calls it off', async () => {
    const page = nextPage(undefined)
    const identity = small(page)
    const watched = watchListeners(page.window)
    for (let left = 3; left; left--) identity.login({ state: 'of-the-page' })
    expect(watched.left()).toEqual(['window pagehide'])
    leave(page)
    expect(watched.left()).toEqual([])
    identity.logout()
    expect(watched.left()).toEqual(['window pagehide'])
  })

  it('keeps what comes after the reader has come back to it', async () => {
    const page = answering(nextPage(undefined), json(200, ADA))
    const identity = small(page)
    identity.login({ state: 'of-the-page' })
    leave(page)
    await identity.hasSession()
    leave(page)
    expect(await small(nextPage(page)).isLoggedIn()).toBe(true)
  })

  it('keeps what was said beside a login by popup', async () => {
    const page = answering(nextPage(undefined), json(200, ADA))
    Object.assign(page.window, { open: () => ({ close() {} }) })
    const identity = full(page)
    identity.login({ state: 'of-the-page', preferPopup: true })
    await identity.hasSession()
    leave(page)
    expect(await full(nextPage(page)).isLoggedIn()).toBe(true)
  })
})

describe('the cache, on a page that is shown', () => {
  const show = ({ window }: Page, persisted: boolean) => {
    vi.setSystemTime(Date.now() + 1000)
    window.dispatchEvent(Object.assign(new window.Event('pageshow'), { persisted }))
  }

  /** A page, and whom it shows from now on. */
  function open(page: Page) {
    const identity = createIdentity(optionsFor(page), [fetchTransport(), sessionCache(), sessionEvents()])
    const shown: unknown[] = []
    identity.on('login', ({ userId }) => shown.push(userId))
    return { identity, shown }
  }

  it.each(['its own old storage', 'the storage of by then'])(
    'again, out of the back/forward cache with %s, tells who reads by then',
    async (storage) => {
      const page = answering(nextPage(undefined), json(200, ADA))
      const { identity, shown } = open(page)
      await identity.hasSession()
      if (storage === 'the storage of by then') {
        const other = answering(nextPage(page), json(200, GRACE))
        const { identity: next } = open(other)
        next.clearCachedUserSession()
        await next.hasSession()
      }
      page.answer(json(200, GRACE))
      show(page, true)
      await vi.waitFor(() => expect(shown).toEqual([ADA.userId, GRACE.userId]))
    },
  )

  it('again, while the service is in trouble, goes on with what is kept', async () => {
    const page = answering(nextPage(undefined), json(200, ADA))
    const { identity } = open(page)
    await identity.hasSession()
    page.answer(text(503, ''))
    show(page, true)
    expect(await identity.hasSession()).toMatchObject({ userId: ADA.userId })
  })

  it('again, where the tabs still agree who reads, asks nobody', async () => {
    const page = answering(nextPage(undefined), json(200, ADA))
    const identity = full(page)
    await identity.hasSession()
    show(page, true)
    expect(await identity.hasSession()).toMatchObject({ userId: ADA.userId })
  })

  it('again with its own old storage, where the tabs agree on another reader, asks', async () => {
    const page = answering(nextPage(undefined), json(200, ADA))
    const identity = full(page)
    await identity.hasSession()
    const { sessionStorage } = page.window
    const old = { ...sessionStorage }
    sessionStorage.clear()
    vi.setSystemTime(Date.now() + 1000)
    const other = answering(nextPage(page), json(200, GRACE))
    await full(other).hasSession()
    for (const [key, text] of Object.entries(old)) sessionStorage.setItem(key, text)
    page.answer(json(200, GRACE))
    show(page, true)
    expect(await identity.hasSession()).toMatchObject({ userId: GRACE.userId })
  })

  it.each([
    ['anew', true, false],
    ['again, but has never asked', false, true],
  ])('%s asks nobody', async (_, hasAsked, persisted) => {
    const page = nextPage(undefined)
    const { identity, shown } = open(page)
    if (hasAsked) {
      page.answer(json(200, ADA))
      await identity.hasSession()
    }
    show(page, persisted)
    await new Promise((resolve) => page.window.setTimeout(resolve))
    expect(shown).toEqual(hasAsked ? [ADA.userId] : [])
  })

  it.each([true, false])('after it was prerendered takes along what it knows: %s', async (isKnown) => {
    const page = answering(nextPage(undefined), json(200, ADA))
    const { identity } = open(page)
    await identity.hasSession()
    if (!isKnown) identity.clearCachedUserSession()
    // What the tab has kept takes the place of what the prerendering has.
    const { window } = page
    window.sessionStorage.clear()
    window.document.dispatchEvent(new window.Event('prerenderingchange'))
    const next = nextPage(page)
    if (!isKnown) next.answer(json(200, ADA))
    expect(await open(next).identity.hasSession()).toEqual(ADA)
  })
})

describe('the cache, when revalidate() wants a newer answer,', () => {
  const MINUTE = 60_000

  /** A page that has asked, and asks once more when it is looked at after a while. */
  async function pageWith(newer: Answer) {
    const page = answering(nextPage(undefined), json(200, { ...ADA, expiresIn: 10 * MINUTE }), newer)
    const identity = createIdentity(optionsFor(page), [fetchTransport(), sessionCache(), revalidate()])
    await identity.hasSession()
    vi.setSystemTime(Date.now() + 2 * MINUTE)
    page.window.document.dispatchEvent(new page.window.Event('visibilitychange', { bubbles: true }))
    // It shares the call.
    await identity.hasSession().catch(() => {})
    expect(page.requests).toHaveLength(2)
    return page
  }

  it('keeps the answer that still holds when the newer one is a failure', async () => {
    const failure = {
      error: { code: 500, type: 'Broken' },
      response: { expiresIn: 5 * MINUTE, result: false },
    }
    const page = await pageWith(json(200, failure))
    expect(await small(nextPage(page)).hasSession()).toMatchObject({ userId: ADA.userId })
  })

  it('does not keep the older answer when the newer one holds for no time', async () => {
    const page = answering(nextPage(await pageWith(json(200, { ...GRACE, expiresIn: 0 }))), json(200, GRACE))
    expect(await small(page).hasSession()).toMatchObject({ userId: GRACE.userId })
  })

  it('does not keep the reader of before when nobody is logged in any more, for no time', async () => {
    const page = nextPage(await pageWith(json(400, { error: { code: 400 }, expiresIn: 0 })))
    page.answer(json(200, GRACE))
    expect(await small(page).hasSession()).toMatchObject({ userId: GRACE.userId })
  })
})
