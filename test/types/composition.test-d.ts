import { describe, expectTypeOf, it } from 'vitest'
import {
  createIdentity,
  definePlugin,
  type IdentityCore,
  type Kernel,
  type KernelOptions,
} from '../../core/index.ts'
import { login } from '../../plugins/login/login.ts'
import { sessionEvents } from '../../plugins/reporting/session-events.ts'
import { sessionCache } from '../../plugins/session/session-cache.ts'
import { type UserApi, user } from '../../plugins/user/user.ts'
import type { FullIdentity } from '../../presets/full.ts'
import { Identity } from '../../presets/identity.ts'

declare const options: KernelOptions
declare const kernel: Kernel

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
    kernel.hook('session:request', async () => {})
    kernel.hook('url:build', () => {})
    // @ts-expect-error nobody would wait for it
    kernel.hook('url:build', async () => {})
    // @ts-expect-error nobody would wait for it
    kernel.hook('login:before', async ({ url }) => void url)
  })

  it('know their contexts', () => {
    kernel.hook('url:build', ({ query }) => {
      expectTypeOf(query).toEqualTypeOf<URLSearchParams>()
    })
    kernel.hook('session:accepted', ({ session, answer, previous }) => {
      expectTypeOf(session.userId).toEqualTypeOf<number | undefined>()
      expectTypeOf(answer.expiresAt).toEqualTypeOf<number>()
      expectTypeOf(previous).toEqualTypeOf<typeof session | null>()
    })
    // @ts-expect-error no such hook
    kernel.hook('url:built', () => {})
  })

  it('may be declared by plugins, as those of the library are', () => {
    kernel.hook('login:request', ({ options }) => {
      expectTypeOf(options.state).toEqualTypeOf<string>()
    })
    kernel.hook('consents:request', ({ params }) => {
      expectTypeOf(params).toEqualTypeOf<URLSearchParams | null | undefined>()
    })
    kernel.hook('user-context:request', async () => {})
  })

  it('know kinds of URLs of one’s own', () => {
    kernel.hook('url:build', ({ kind }) => {
      if (kind === 'mine' || kind === 'login') kernel.buildUrl('mine', '', '', { a: '1', b: undefined })
    })
  })
})

describe('events', () => {
  it('type their payloads', () => {
    kernel.on('login', (session) => {
      expectTypeOf(session.userId).toEqualTypeOf<number | undefined>()
    })
    kernel.on('error', (error) => {
      expectTypeOf(error.reason).toExtend<string>()
    })
    // @ts-expect-error no such event
    kernel.on('notLoggedIn', () => {})
  })
})

describe('class Identity', () => {
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
  })
})
