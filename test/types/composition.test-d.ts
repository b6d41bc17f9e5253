import { describe, expectTypeOf, it } from 'vitest'
import {
  createIdentity,
  definePlugin,
  type IdentityCore,
  type Kernel,
  type KernelOptions,
  type Plugin,
  type SDKError,
  type SDKErrorReason,
  type Session,
  type SessionResponse,
  type SessionResult,
  type SessionSource,
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
declare const response: SessionResponse
declare const result: SessionResult

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
  it('refuse an async handler where an response is needed at once', () => {
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
      expectTypeOf(fetched.response.source).toEqualTypeOf<SessionSource>()
      fetched.response = response
      // @ts-expect-error nobody writes into an response
      fetched.response.askedAt = 0
      // @ts-expect-error a result is no response
      fetched.response = result
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
        expectTypeOf(settled.result).toExtend<SessionResult>()
        expectTypeOf(settled.result.expiresAt).toEqualTypeOf<number>()
      }
      if (settled.outcome === 'loggedOut') {
        expectTypeOf(settled.session).toEqualTypeOf<Session | null>()
        expectTypeOf(settled.result).toExtend<SessionResult>()
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

describe('middleware', () => {
  it('passes session results, or responses that nobody has read yet: the compiler tells them apart', () => {
    kernel.use({ before: 'tabs' }, async (call, next) => {
      expectTypeOf(call.invalidatedAt()).toEqualTypeOf<number>()
      expectTypeOf(await next()).toExtend<SessionResult>()
      return call.isCurrent() ? result : next()
    })
    kernel.useFetch({ before: 'head' }, async (_call, next) => {
      expectTypeOf(await next()).toEqualTypeOf<SessionResponse>()
      return response
    })
    // @ts-expect-error nobody has read it yet
    kernel.use('cache', async () => response)
    // @ts-expect-error it has been read
    kernel.useFetch('head', async () => result)
    // @ts-expect-error middleware responds, or calls the next one
    kernel.use('cache', async () => undefined)
  })

  it('stands at positions of its own chain', () => {
    kernel.use('backoff', (_call, next) => next())
    kernel.useFetch('refresh', (_call, next) => next())
    // @ts-expect-error it would stand before all that passes session results
    kernel.use('head', (_call, next) => next())
    // @ts-expect-error the same, right beside one of the other chain
    kernel.use({ before: 'head' }, (_call, next) => next())
    // @ts-expect-error it would stand after all that passes responses
    kernel.useFetch('cache', (_call, next) => next())
    // @ts-expect-error the same, right beside one of the other chain
    kernel.useFetch({ before: 'cache' }, (_call, next) => next())
    // @ts-expect-error a number is no position
    kernel.use(150, (_call, next) => next())
  })

  it('gets results that nobody writes into', () => {
    // @ts-expect-error it is frozen
    result.expiresAt = 0
    if (!result.session) expectTypeOf(result.error).toEqualTypeOf<SDKError>()
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
    expectTypeOf(snapshot.source).toEqualTypeOf<SessionSource | undefined>()
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
  const result = (): Plugin<ReadingApi> => ({
    name: 'result',
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
    expectTypeOf(new Identity({ ...options, plugins: [result()] }).articleUrl).toEqualTypeOf<
      (id: number) => string
    >()
    expectTypeOf(new Pro({ ...bound, plugins: [result()] }).articleUrl).toEqualTypeOf<
      (id: number) => string
    >()
    expectTypeOf(new Identity({ ...options, plugins: [result(), user()] })).toExtend<Identity>()
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
        super({ ...options, plugins: [result()] })
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
