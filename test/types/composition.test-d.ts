import { describe, expectTypeOf, it } from 'vitest'
import {
  type Answer,
  createIdentity,
  definePlugin,
  type IdentityCore,
  type Kernel,
  type KernelOptions,
  type Origin,
  type Plugin,
  RANK,
  type Reading,
  rankAfter,
  rankBefore,
  type SDKError,
  type SDKErrorReason,
  type HasSessionSuccessResponse as Session,
} from '../../core/index.ts'
import { login } from '../../plugins/login/login.ts'
import { sessionEvents } from '../../plugins/reporting/session-events.ts'
import { type EmptySnapshot, type Snapshot, status } from '../../plugins/reporting/status.ts'
import { sessionCache } from '../../plugins/session/session-cache.ts'
import { type UserApi, user } from '../../plugins/user/user.ts'
import type { FullIdentity } from '../../presets/full.ts'
import { Identity } from '../../presets/identity.ts'
import { Identity as Pro } from '../../presets/pro.ts'

declare const options: KernelOptions & { redirectUri: string }
declare const kernel: Kernel
declare const answer: Answer
declare const reading: Reading

describe('a composed identity', () => {
  it('has exactly the methods of what was composed', () => {
    const identity = createIdentity(options, [sessionCache(), user()])
    expectTypeOf<keyof typeof identity>().toEqualTypeOf<
      keyof IdentityCore | keyof UserApi | 'clearCachedUserSession'
    >()
    expectTypeOf(identity.getUserId).toEqualTypeOf<() => Promise<string>>()
    expectTypeOf(identity).not.toHaveProperty('getExternalId')
  })

  it('has the core methods alone when plugins contribute none', () => {
    const identity = createIdentity(options, [sessionEvents()])
    expectTypeOf<keyof typeof identity>().toEqualTypeOf<keyof IdentityCore>()
    expectTypeOf<keyof ReturnType<typeof createIdentity<readonly []>>>().toEqualTypeOf<keyof IdentityCore>()
  })

  it('can log in when that was composed, and not else', () => {
    const identity = createIdentity(options, [login()])
    expectTypeOf<keyof typeof identity>().toEqualTypeOf<
      keyof IdentityCore | 'login' | 'loginUrl' | 'logout' | 'logoutUrl'
    >()
    expectTypeOf(createIdentity(options, [user()])).not.toHaveProperty('login')
    identity.loginUrl({ state: 's', prompt: 'login' })
    // @ts-expect-error the older form is that of portico/compat
    identity.loginUrl('s', 'otp')
    // @ts-expect-error the state is missing
    identity.loginUrl({ prompt: 'login' })
  })

  it('with more plugins fits where one with fewer is wanted', () => {
    const more = createIdentity(options, [sessionCache(), user()])
    const fewer = createIdentity(options, [user()])
    expectTypeOf(more).toExtend<typeof fewer>()
    expectTypeOf(fewer).not.toExtend<typeof more>()
  })

  it('infers the methods of a plugin of one’s own', () => {
    const own = definePlugin({ name: 'own', setup: () => ({ double: (n: number) => n * 2 }) })
    expectTypeOf(createIdentity(options, [own]).double).toEqualTypeOf<(n: number) => number>()
  })
})

describe('hooks', () => {
  it('refuse an async handler where an answer is needed at once', () => {
    kernel.hook('session:fetched', async () => {})
    kernel.hook('url:build', () => {})
    // @ts-expect-error nobody would wait for it
    kernel.hook('url:build', async () => {})
    // @ts-expect-error nobody would wait for it
    kernel.hook('session:settled', async () => {})
    // @ts-expect-error nobody would wait for it
    kernel.hook('login:before', async ({ url }) => void url)
  })

  it('know their contexts', () => {
    kernel.hook('url:build', ({ query }) => {
      expectTypeOf(query).toEqualTypeOf<URLSearchParams>()
    })
    kernel.hook('session:fetched', (fetched) => {
      expectTypeOf(fetched.answer.origin).toEqualTypeOf<Origin>()
      fetched.answer = answer
      // @ts-expect-error nobody writes into an answer
      fetched.answer.askedAt = 0
      // @ts-expect-error a reading is no answer
      fetched.answer = reading
      // @ts-expect-error the call would not hear of it
      fetched.asked = 'head'
      // @ts-expect-error the call would not hear of it
      fetched.isLeaving = true
      // @ts-expect-error the call has been asked
      fetched.url = () => ''
    })
    // @ts-expect-error no such hook
    kernel.hook('url:built', () => {})
  })

  it('know how a session call has ended, by its outcome', () => {
    kernel.hook('session:settled', (settled) => {
      expectTypeOf(settled.previous).toEqualTypeOf<Session | null>()
      if (settled.outcome === 'connected' || settled.outcome === 'notConnected') {
        expectTypeOf(settled.session).toEqualTypeOf<Session>()
        expectTypeOf(settled.answer).toExtend<Reading>()
        expectTypeOf(settled.answer.expiresAt).toEqualTypeOf<number>()
      }
      if (settled.outcome === 'loggedOut') {
        expectTypeOf(settled.session).toEqualTypeOf<Session | null>()
        expectTypeOf(settled.answer).toExtend<Reading>()
      }
      if (settled.outcome === 'unavailable') expectTypeOf(settled.error).toEqualTypeOf<SDKError>()
      if (settled.outcome === 'refreshing') expectTypeOf(settled.address).toEqualTypeOf<string | undefined>()
      // @ts-expect-error there is an address only where the page is being left
      settled.address
    })
  })

  it('give the function that takes a handler off', () => {
    expectTypeOf(kernel.hook('session:cleared', () => {})).toEqualTypeOf<() => void>()
  })

  it('that are told or may be answered at once are called by other functions than those which are awaited', () => {
    expectTypeOf(kernel.notify('session:cleared', {})).toEqualTypeOf<void>()
    // @ts-expect-error it is asynchronous
    kernel.notify('session:fetched', {})
    // @ts-expect-error it is asynchronous
    kernel.callSync('session:fetched', {})
    // @ts-expect-error it is not asynchronous
    kernel.call('session:cleared', {})
  })

  it('may be declared by plugins, as those of the library are', () => {
    kernel.hook('login:before', ({ options, url }) => {
      expectTypeOf(options.state).toEqualTypeOf<string>()
      expectTypeOf(url).toEqualTypeOf<string>()
    })
    kernel.hook('logout:before', ({ url }) => {
      expectTypeOf(url).toEqualTypeOf<string>()
    })
  })

  it('know kinds of URLs of one’s own', () => {
    kernel.hook('url:build', ({ kind }) => {
      if (kind === 'mine' || kind === 'login') kernel.buildUrl('mine', '', '', { a: '1', b: undefined })
    })
  })
})

describe('steps', () => {
  it('pass readings, or what nobody has read yet: the compiler tells them apart', () => {
    kernel.step(rankAfter(RANK.cache), async (call, next) => {
      expectTypeOf(call.notBefore()).toEqualTypeOf<number>()
      expectTypeOf(await next()).toExtend<Reading>()
      return call.isCurrent() ? reading : next()
    })
    kernel.fetchStep(rankBefore(RANK.head), async (_call, next) => {
      expectTypeOf(await next()).toEqualTypeOf<Answer>()
      return answer
    })
    // @ts-expect-error nobody has read it yet
    kernel.step(RANK.cache, async () => answer)
    // @ts-expect-error it has been read
    kernel.fetchStep(RANK.head, async () => reading)
    // @ts-expect-error a step answers, or asks the next one
    kernel.step(RANK.cache, async () => undefined)
  })

  it('stand at ranks of their own chain', () => {
    kernel.step(RANK.pause, (_call, next) => next())
    kernel.fetchStep(RANK.refresh, (_call, next) => next())
    // @ts-expect-error it would stand before all steps that pass readings
    kernel.step(RANK.head, (_call, next) => next())
    // @ts-expect-error the same, right beside one of the other chain
    kernel.step(rankAfter(RANK.refresh), (_call, next) => next())
    // @ts-expect-error it would stand after all steps that pass answers
    kernel.fetchStep(RANK.cache, (_call, next) => next())
    // @ts-expect-error the same, right beside one of the other chain
    kernel.fetchStep(rankBefore(RANK.cache), (_call, next) => next())
    // @ts-expect-error a number says nothing of its chain
    kernel.step(150, (_call, next) => next())
  })

  it('get readings that nobody writes into', () => {
    // @ts-expect-error it is frozen
    reading.expiresAt = 0
    if (!reading.session) expectTypeOf(reading.error).toEqualTypeOf<SDKError>()
  })
})

describe('events', () => {
  it('type their payloads', () => {
    kernel.on('login', (session) => {
      expectTypeOf(session.userId).toEqualTypeOf<number | string | undefined>()
    })
    kernel.on('error', (error) => {
      expectTypeOf(error.reason).toExtend<string>()
    })
    // @ts-expect-error no such event
    kernel.on('notLoggedIn', () => {})
  })
})

describe('a snapshot', () => {
  it('narrows by its status', () => {
    const snapshot = createIdentity(options, [status()]).getSnapshot()
    expectTypeOf(snapshot).toEqualTypeOf<Snapshot>()
    expectTypeOf(createIdentity(options, [status()]).getServerSnapshot).toEqualTypeOf<() => Snapshot>()
    expectTypeOf(snapshot.source).toEqualTypeOf<Origin | undefined>()
    if (snapshot.status === 'connected' || snapshot.status === 'notConnected') {
      expectTypeOf(snapshot.session).toEqualTypeOf<Session>()
      expectTypeOf(snapshot.reason).toEqualTypeOf<undefined>()
    }
    if (snapshot.status === 'unknown' || snapshot.status === 'loading' || snapshot.status === 'loggedOut') {
      expectTypeOf(snapshot).toEqualTypeOf<EmptySnapshot>()
      expectTypeOf(snapshot.session).toEqualTypeOf<null>()
      expectTypeOf(snapshot.reason).toEqualTypeOf<undefined>()
    }
    if (snapshot.status === 'unavailable') {
      expectTypeOf(snapshot.session).toEqualTypeOf<Session | null>()
      expectTypeOf(snapshot.reason).toEqualTypeOf<SDKErrorReason>()
    }
    // @ts-expect-error it is frozen
    snapshot.since = 0
  })
})

describe('class Identity', () => {
  interface ReadingApi {
    articleUrl(id: number): string
  }
  const reading = (): Plugin<ReadingApi> => ({
    name: 'reading',
    setup: () => ({ articleUrl: (id) => `/${id}` }),
  })

  it('has every method of the full composition, and the same ones', () => {
    expectTypeOf<Identity>().toExtend<FullIdentity>()
    expectTypeOf<keyof Identity>().toEqualTypeOf<keyof FullIdentity>()
  })

  it('takes an environment by name or as an object', () => {
    const { env, ...rest } = options
    new Identity({ ...rest, env: 'PRO' })
    new Identity({ ...rest, env })
    new Identity(rest)
    // @ts-expect-error no such environment
    new Identity({ ...rest, env: 'PROD' })
    const { redirectUri, ...nowhere } = rest
    // @ts-expect-error a login has to come back somewhere
    new Identity(nowhere)
  })

  it('has the methods of the page’s own plugins, and without them has not', () => {
    const { env, ...bound } = options
    expectTypeOf(new Identity({ ...options, plugins: [reading()] }).articleUrl).toEqualTypeOf<
      (id: number) => string
    >()
    expectTypeOf(new Pro({ ...bound, plugins: [reading()] }).articleUrl).toEqualTypeOf<
      (id: number) => string
    >()
    expectTypeOf(new Identity({ ...options, plugins: [reading(), user()] })).toExtend<Identity>()
    expectTypeOf(new Identity(options)).toEqualTypeOf<Identity>()
    expectTypeOf(new Identity({ ...options, plugins: [sessionEvents()] })).not.toHaveProperty('articleUrl')
    expectTypeOf<keyof InstanceType<typeof Identity>>().toEqualTypeOf<keyof FullIdentity>()
    // @ts-expect-error env is that of the preset
    new Pro({ ...bound, env })
  })

  it('may have a subclass that overrides a method, calls the original, and has plugins of its own', () => {
    class Own extends Identity {
      override async isLoggedIn(): Promise<boolean> {
        return super.isLoggedIn()
      }
      constructor() {
        super({ ...options, plugins: [reading()] })
      }
    }
    expectTypeOf<Own>().toExtend<FullIdentity>()
    class Wrong extends Identity {
      // @ts-expect-error it is asynchronous
      override isLoggedIn(): boolean {
        return true
      }
    }
    expectTypeOf<Wrong>().toHaveProperty('dispose')
  })
})
