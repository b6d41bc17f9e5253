/** What `Monetization` keeps: by what was asked for, of the reader who was named, and no longer than until they log out. */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, it, vi } from 'vitest'
import { access } from '../../../plugins/access/access.ts'
import { Identity, Monetization } from '../../../presets/compat/index.ts'
import { ADA, rejection } from '../../support/fixtures.ts'
import { onItsWay } from '../../support/on-its-way.ts'
import { json, leave, openPage, openPageWith, type Page } from '../../support/page.ts'
import { differs, messageOf, OPTIONS, type Scene, same } from './both.ts'

const GRANTED = {
  entitled: true,
  allowedFeatures: ['read'],
  ttl: 60,
  userId: 101,
  uuid: 'uuid-ada',
  sig: 'signature-of-access.claims',
}
setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

const SESSION = { ...ADA, expiresIn: 300, sig: 'signature-of-session.claims' }
const NOBODY = { error: { code: 400 }, response: { expiresIn: 300 } }

const monetizationOf = ({ Monetization, page }: Scene) =>
  new Monetization({ ...OPTIONS, window: page.window })

const granted = json(200, GRANTED)

describe('an answer about access is about the user', () => {
  for (const [what, named, given] of [
    ['whose number it has', {}, 101],
    ['whose number it has, given as text', {}, '101'],
    ['whose number it has as text', { userId: '101' }, 101],
    ['whose uuid it has', {}, 'uuid-ada'],
    ['whose uuid it has, beside another number', { userId: 202 }, 'uuid-ada'],
    ['whom a page names by the uuid, where it has the number alone', { uuid: undefined }, 'uuid-ada'],
    ['whom a page names by the number, where it has the uuid alone', { userId: undefined }, 101],
    ['whom a page names, where it names nobody', { userId: null, uuid: ' ' }, 101],
  ] as const)
    same(
      what,
      async (scene) => {
        scene.page.answer(json(200, { ...GRANTED, ...named }))
        const monetization = monetizationOf(scene)
        const fresh = await monetization.hasAccess(['a'], given)
        const kept = await monetization.hasAccess(['a'], given)
        return [fresh.sig, kept.sig]
      },
      [GRANTED.sig, GRANTED.sig],
    )

  for (const given of [202, 'uuid-grace'])
    differs(
      `and opens no wall for another one: ${given}`,
      async (scene) => {
        const monetization = monetizationOf(scene)
        scene.page.answer(granted)
        const message = await messageOf(() => monetization.hasAccess(['a'], given))
        return [message, monetization.cache.get(`prd_a_${given}`)]
      },
      {
        before: ['nothing was thrown', GRANTED],
        now: [expect.stringContaining('session-malformed'), null],
      },
    )
})

describe('a product whose id has a comma', () => {
  it('is another one than the two beside it: in the address, on the way, kept, and dropped', async () => {
    const ofOne = { ...GRANTED, allowedFeatures: ['one'] }
    const ofTwo = { ...GRANTED, allowedFeatures: ['two'] }
    const page = openPageWith(json(200, ofOne), json(200, ofTwo), json(200, ofOne))
    const monetization = new Monetization({ ...OPTIONS, window: page.window })
    const ask = () =>
      Promise.all([monetization.hasAccess(['a,b'], 101), monetization.hasAccess(['b', 'a'], 101)])
    expect(await ask()).toEqual([ofOne, ofTwo])
    expect(await ask()).toEqual([ofOne, ofTwo])
    monetization.clearCachedAccessResult(['a,b'], 101)
    expect(await ask()).toEqual([ofOne, ofTwo])
    expect(page.requests.map(({ pathname }) => pathname)).toEqual([
      '/hasAccess/a%2Cb',
      '/hasAccess/a,b',
      '/hasAccess/a%2Cb',
    ])
  })

  it('is refused by its own answer, not by that of another product', async () => {
    const page = openPageWith(json(200, { ...GRANTED, entitled: false }), granted)
    const monetization = new Monetization({ ...OPTIONS, window: page.window })
    expect(await monetization.hasAccess(['a', 'b'], 101)).toBeNull()
    expect(await monetization.hasAccess(['a,b'], 101)).toEqual(GRANTED)
  })
})

/** Everything that the page keeps in its storages. */
const storedOn = ({ window }: Page) =>
  [window.sessionStorage, window.localStorage].flatMap((storage) =>
    Object.keys(storage).map((key) => `${key} ${storage.getItem(key)}`),
  )

const SIG = expect.stringContaining(GRANTED.sig)

/** Storage that the browser denies: entries live in memory then. */
function denyStorage({ window }: Page): void {
  for (const area of ['sessionStorage', 'localStorage'])
    Object.defineProperty(window, area, {
      get: () => {
        throw new Error('denied')
      },
    })
}

/** An identity beside a Monetization, of one page. */
function openBoth(page: Page, more: object = {}) {
  const { clientId, sessionDomain, redirectUri } = OPTIONS
  const options = { clientId, sessionDomain, redirectUri, env: 'PRO_NO', window: page.window }
  const identity = new Identity({ ...options, ...more })
  return { identity, monetization: new Monetization(options) }
}

/** How a reader goes. */
const ENDS: Record<string, (identity: Identity, page: Page) => unknown> = {
  'a logout': (identity) => identity.logout(),
  'a login': (identity) => identity.login({ state: 's' }),
  'a session that is dropped': (identity) => identity.clearCachedUserSession(),
  'a session that is over, as the service says': (identity, page) => {
    page.answer(json(400, NOBODY))
    return rejection(identity.hasSession())
  },
  'another user, of whom the service speaks': async (identity, page) => {
    vi.useFakeTimers({ toFake: ['Date'] })
    page.answer(json(200, SESSION))
    await identity.hasSession()
    vi.setSystemTime(Date.now() + 300_001)
    page.answer(json(200, { ...SESSION, userId: 202 }))
    await identity.hasSession()
    vi.useRealTimers()
  },
}

describe('the end of a reader', () => {
  it.each(Object.entries(ENDS))('after %s no answer about access stays, nor its sig', async (_, end) => {
    const heldLonger = { ...GRANTED, ttl: 3600 }
    const page = openPageWith(json(200, heldLonger), json(200, heldLonger))
    const { identity, monetization } = openBoth(page)
    await monetization.hasAccess(['a'], 101)
    await monetization.hasAccess(['a', 'b'], 'uuid-ada')
    expect(storedOn(page)).toContainEqual(SIG)
    await end(identity, page)
    expect(storedOn(page)).not.toContainEqual(SIG)
    expect([monetization.cache.get('prd_a_101'), monetization.cache.get('prd_a,b_uuid-ada')]).toEqual([
      null,
      null,
    ])
  })

  it('after a logout no answer stays in memory where storage is denied', async () => {
    const page = openPageWith(granted)
    denyStorage(page)
    const { identity, monetization } = openBoth(page)
    await monetization.hasAccess(['a'], 101)
    expect(monetization.cache.get('prd_a_101')).toEqual(GRANTED)
    identity.logout()
    expect(monetization.cache.get('prd_a_101')).toBeNull()
    page.answer(json(400, NOBODY))
    expect(await rejection(monetization.hasAccess(['a'], 101))).toMatchObject({ reason: 'session-missing' })
  })

  it('after a logout no answer stays that was on its way, and nobody shares it', async () => {
    const late = onItsWay(granted)
    const page = openPageWith(late.answer, json(400, NOBODY))
    const { identity, monetization } = openBoth(page)
    const before = monetization.hasAccess(['a'], 101)
    await late.wasAsked
    identity.logout()
    expect(await rejection(monetization.hasAccess(['a'], 101))).toMatchObject({ reason: 'session-missing' })
    late.come()
    await before
    expect(storedOn(page)).not.toContainEqual(SIG)
    expect(monetization.cache.get('prd_a_101')).toBeNull()
  })

  it('after a logout no answer is kept that comes late and that nobody has asked for since', async () => {
    const late = onItsWay(granted)
    const page = openPageWith(late.answer)
    const { identity, monetization } = openBoth(page)
    const before = monetization.hasAccess(['a'], 101)
    await late.wasAsked
    identity.logout()
    late.come()
    await before
    expect(storedOn(page)).not.toContainEqual(SIG)
  })

  it('after a logout no answer stays that an earlier page of the tab has kept', async () => {
    const page = openPageWith(granted)
    const { identity, monetization } = openBoth(page, { sessionDomain: `${OPTIONS.sessionDomain}/` })
    await monetization.hasAccess(['a'], 101)
    monetization.dispose()
    expect(storedOn(page)).toContainEqual(SIG)
    identity.logout()
    expect(storedOn(page)).not.toContainEqual(SIG)
  })

  it('after a logout no answer stays that was asked for until the logout page is there', async () => {
    const page = openPageWith(granted)
    const { identity, monetization } = openBoth(page)
    identity.logout()
    await monetization.hasAccess(['a'], 101)
    leave(page)
    expect(storedOn(page)).not.toContainEqual(SIG)
  })

  it.each(['granted', 'on its way'])('after a logout access() keeps none: %s', async (when) => {
    const page = openPage()
    denyStorage(page)
    const late = onItsWay(granted)
    page.answer(json(200, SESSION), late.answer)
    const { identity } = openBoth(page, { plugins: [access()] })
    const call = Reflect.get(identity, 'hasAccess')(['a'])
    await late.wasAsked
    if (when === 'granted') {
      late.come()
      expect(await call).toMatchObject({ outcome: 'granted' })
    }
    identity.logout()
    late.come()
    await call
    page.answer(json(400, NOBODY))
    expect(await Reflect.get(identity, 'hasAccess')(['a'])).toEqual({ outcome: 'loggedOut' })
  })

  it('after a logout no answer stays of another client on the page', async () => {
    const page = openPageWith(granted)
    const { identity } = openBoth(page)
    const other = new Monetization({ ...OPTIONS, clientId: 'client-2', window: page.window })
    await other.hasAccess(['a'], 101)
    identity.logout()
    expect(storedOn(page)).not.toContainEqual(SIG)
  })
})

describe('an answer about access that is kept', () => {
  it('stays as long as the session goes on, and over page views', async () => {
    const page = openPageWith(granted, json(200, SESSION))
    const { identity, monetization } = openBoth(page)
    await monetization.hasAccess(['a'], 101)
    await identity.hasSession()
    await identity.hasSession()
    const next = openBoth(page)
    await next.identity.hasSession()
    expect(await next.monetization.hasAccess(['a'], 101)).toEqual(GRANTED)
    expect(page.requests).toHaveLength(2)
  })

  it('is let go by an outage of the session service in no way', async () => {
    const page = openPageWith(granted, json(503, {}))
    const { identity, monetization } = openBoth(page)
    await monetization.hasAccess(['a'], 101)
    await rejection(identity.hasSession())
    expect(await monetization.hasAccess(['a'], 101)).toEqual(GRANTED)
  })

  it('costs nothing on a page of a reader who is known to be anonymous', async () => {
    const page = openPageWith(json(400, NOBODY))
    const kept = new Map<string, string>()
    const written = vi.fn()
    const sessionStorage = {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, text: string) => written(kept.set(key, text)),
      removeItem: (key: string) => written(kept.delete(key)),
    }
    Object.defineProperty(page.window, 'sessionStorage', { value: sessionStorage })
    const { identity } = openBoth(page)
    await rejection(identity.hasSession())
    expect(written).toHaveBeenCalled()
    written.mockClear()
    await rejection(identity.hasSession())
    expect(written).not.toHaveBeenCalled()
  })

  it('is over one by one', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const page = openPageWith(granted, json(200, { ...GRANTED, ttl: 120 }))
    const { monetization } = openBoth(page)
    await monetization.hasAccess(['a'], 101)
    await monetization.hasAccess(['b'], 101)
    vi.setSystemTime(Date.now() + 60_000)
    expect([monetization.cache.get('prd_a_101'), monetization.cache.get('prd_b_101')]).toEqual([
      null,
      { ...GRANTED, ttl: 120 },
    ])
    vi.setSystemTime(Date.now() + 60_000)
    expect(monetization.cache.get('prd_b_101')).toBeNull()
    vi.useRealTimers()
  })

  it.each([
    'text',
    ['prd_a_101'],
    { prd_a_101: 'text' },
    { prd_a_101: null },
    { prd_a_101: { value: GRANTED } },
  ])('is nothing where a script of the page has written %j, and can be written anew', async (value) => {
    const page = openPageWith(granted, granted)
    const { monetization } = openBoth(page)
    await monetization.hasAccess(['b'], 101)
    const { sessionStorage } = page.window
    const key = Object.keys(sessionStorage).find((name) =>
      sessionStorage.getItem(name)?.includes('prd_b_101'),
    )
    sessionStorage.setItem(`${key}`, JSON.stringify({ value, expiresAt: Date.now() + 60_000 }))
    expect(monetization.cache.get('prd_a_101')).toBeNull()
    await monetization.hasAccess(['a'], 101)
    expect(monetization.cache.get('prd_a_101')).toEqual(GRANTED)
  })

  same(
    'is kept beside what a page keeps for ever',
    async (scene) => {
      const { cache } = monetizationOf(scene)
      cache.set('prd_a_101', GRANTED, 60_000)
      cache.set('mine', 'kept', Number.POSITIVE_INFINITY)
      for (const none of [0, -1]) cache.set('mine', 'for no time', none)
      return [cache.get('prd_a_101'), cache.get('mine')]
    },
    [GRANTED, 'kept'],
  )

  it('leaves nothing behind when it is dropped', async () => {
    const page = openPageWith(granted)
    const { monetization } = openBoth(page)
    const before = storedOn(page)
    await monetization.hasAccess(['a'], 101)
    monetization.clearCachedAccessResult(['a'], 101)
    monetization.clearCachedAccessResult(['a'], 101)
    expect(storedOn(page)).toEqual(before)
  })

  it('is none of a Monetization that is disposed: the page lets go of it', async () => {
    const page = openPage()
    const open = () => {
      const monetization = new Monetization({ ...OPTIONS, window: page.window })
      monetization.dispose()
      return new WeakRef(monetization)
    }
    const all = Array.from({ length: 5 }, open)
    for (let round = 0; round < 5; round++) {
      // What is looked at by a WeakRef lives until the task is over.
      await new Promise((resolve) => setTimeout(resolve))
      collectGarbage()
    }
    expect(all.filter((reference) => reference.deref())).toEqual([])
  })

  it('goes at a logout beside a Monetization that has addresses alone, too', async () => {
    const page = openPage()
    const { identity, monetization } = openBoth(page)
    const bare = new Monetization({ ...OPTIONS, sessionDomain: undefined, window: page.window })
    bare.cache.set('prd_a_101', GRANTED, 60_000)
    monetization.cache.set('prd_a_101', GRANTED, 60_000)
    identity.logout()
    expect([bare.cache.get('prd_a_101'), monetization.cache.get('prd_a_101')]).toEqual([null, null])
  })
})
