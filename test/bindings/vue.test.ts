// @vitest-environment jsdom

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  type App,
  type Component,
  createApp,
  createSSRApp,
  defineComponent,
  h,
  nextTick,
  shallowRef,
} from 'vue'
import { renderToString } from 'vue/server-renderer'
import { define } from '../../bindings/element.ts'
import {
  type IdentitySource,
  provideIdentity,
  type Selector,
  useIdentity,
  useSession,
} from '../../bindings/vue.ts'
import { ADA, GRACE, NO_SESSION, STRANGER } from '../support/fixtures.ts'
import { onItsWay } from '../support/on-its-way.ts'
import { json, text } from '../support/page.ts'
import { openReader, type Reader } from './reader.ts'

const { sig: _, sp_id: __, ...FACTS } = ADA

let said: unknown[][]
let apps: App[]
const box = () => document.body.firstElementChild as HTMLElement
const shown = () => box().textContent

beforeEach(() => {
  said = []
  apps = []
  for (const name of ['error', 'warn'] as const)
    vi.spyOn(console, name).mockImplementation((...args) => void said.push(args))
  document.body.innerHTML = '<div></div>'
})
afterEach(() => {
  for (const app of apps) app.unmount()
  expect(said).toEqual([])
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const mount = (component: Component, create = createApp): App => {
  const app = create(component)
  apps.push(app)
  app.mount(box())
  return app
}

const seen: string[] = []
beforeEach(() => void (seen.length = 0))

const greeting = (identity: IdentitySource) =>
  defineComponent(() => {
    const reader = useSession(identity)
    return () => {
      seen.push(reader.value.status)
      return h('p', `${reader.value.status} ${reader.value.session?.givenName ?? '-'}`)
    }
  })

/** A component that hands the identity down, and the server's session. */
const providing = (identity: IdentitySource, session: typeof ADA | null | undefined, child: Component) =>
  defineComponent(() => {
    provideIdentity(identity, session)
    return () => h(child)
  })

/** Lets an answer that is on its way arrive. */
async function settle({ identity }: Reader): Promise<void> {
  await identity.hasSession().catch(() => {})
  await nextTick()
}

describe('useSession', () => {
  it.each([
    ['connected Ada', json(200, ADA)],
    ['notConnected -', json(200, STRANGER)],
    ['loggedOut -', json(400, NO_SESSION)],
    ['unavailable -', text(503, '')],
  ])('asks who reads, and shows %s', async (wanted, answer) => {
    const reader = openReader([answer])
    mount(greeting(reader.identity))
    await settle(reader)
    expect(shown()).toBe(wanted)
  })

  it('makes one call for two components, and leaves no listener when they are unmounted', async () => {
    const reader = openReader([json(200, ADA)])
    const Greeting = greeting(() => reader.identity)
    const app = mount(defineComponent(() => () => [h(Greeting), h(Greeting)]))
    await settle(reader)
    expect(shown()).toBe('connected Adaconnected Ada')
    expect(reader.page.requests).toHaveLength(1)
    expect(reader.listeners()).toBe(2)
    app.unmount()
    apps = []
    expect(reader.listeners()).toBe(0)
  })

  it('shows a logout, and another reader', async () => {
    const reader = openReader([json(200, ADA), json(200, GRACE)])
    mount(greeting(reader.identity))
    await settle(reader)
    reader.identity.clearCachedUserSession()
    await settle(reader)
    expect(shown()).toBe('connected Grace')
    reader.identity.logout()
    await nextTick()
    expect(shown()).toBe('loggedOut -')
  })

  it('follows another identity when its function gives that', async () => {
    const [one, other] = [openReader([json(200, ADA)]), openReader([json(200, GRACE)])]
    const chosen = shallowRef(one)
    const app = mount(greeting(() => chosen.value.identity))
    await settle(one)
    expect(shown()).toBe('connected Ada')
    chosen.value = other
    await nextTick()
    expect(shown()).not.toContain('Ada')
    await settle(other)
    expect(shown()).toBe('connected Grace')
    expect([one.listeners(), other.listeners()]).toEqual([0, 1])
    app.unmount()
    apps = []
    expect(other.listeners()).toBe(0)
  })

  it('knows nobody where there is no identity', () => {
    mount(greeting(undefined))
    expect(shown()).toBe('unknown -')
  })
})

it('a selector has the component render when its part changes, and only then', async () => {
  const reader = openReader([json(200, ADA), json(200, { ...ADA, photo: 'new' }), json(200, GRACE)])
  const selector: Selector<string | undefined> = ({ session }) => session?.givenName
  let renders = 0
  mount(
    defineComponent(() => {
      const name = useSession(reader.identity, selector)
      return () => {
        renders++
        return h('p', name.value)
      }
    }),
  )
  await settle(reader)
  expect(shown()).toBe('Ada')
  const before = renders
  const again = () => {
    reader.identity.clearCachedUserSession()
    return settle(reader)
  }
  await again()
  expect(renders).toBe(before)
  await again()
  expect(shown()).toBe('Grace')
  expect(renders).toBe(before + 1)
})

it('has the custom elements take an identity, its name, and options', async () => {
  const reader = openReader([json(200, ADA)])
  Reflect.set(window, 'harbourIdentity', reader.identity)
  const called = vi.spyOn(reader.identity, 'login').mockReturnValue(null)
  define()
  mount(
    defineComponent(() => () => [
      h('portico-session', { identity: 'harbourIdentity' }, [h('b', { 'data-field': 'givenName' })]),
      h('portico-login', { identity: reader.identity, options: { state: 's' }, 'prefer-popup': false }, [
        h('a'),
      ]),
    ]),
  )
  await settle(reader)
  expect(shown()).toBe('Ada')
  box().querySelector('a')?.click()
  expect(called).toHaveBeenCalledWith({ state: 's', preferPopup: false })
})

describe('a server', () => {
  const onServer = async (component: Component) => {
    box().innerHTML = await renderToString(createSSRApp(component))
    seen.length = 0
  }

  it('renders that nobody is known, and calls no function for the identity', async () => {
    const getIdentity = vi.fn()
    expect(await renderToString(createSSRApp(greeting(getIdentity)))).toContain('unknown -')
    expect(getIdentity).not.toHaveBeenCalled()
  })

  it('renders nobody, and the page takes it over although it knows the reader by then', async () => {
    const reader = openReader([json(200, ADA)])
    await reader.identity.hasSession()
    await onServer(greeting(undefined))
    mount(greeting(reader.identity), createSSRApp)
    await nextTick()
    expect(seen).toEqual(['unknown', 'connected'])
    expect(shown()).toBe('connected Ada')
    expect(reader.page.requests).toHaveLength(1)
  })

  it('renders nobody, and what it has handed over in the head follows at once', async () => {
    const reader = openReader([], FACTS)
    await onServer(greeting(undefined))
    mount(greeting(reader.identity), createSSRApp)
    await settle(reader)
    expect([...new Set(seen)]).toEqual(['unknown', 'connected'])
  })

  it('renders the reader it knows, and nothing else is shown until the service has answered', async () => {
    const { answer, come } = onItsWay(json(200, ADA))
    const reader = openReader([answer])
    await onServer(providing(undefined, FACTS, greeting(undefined)))
    mount(providing(reader.identity, FACTS, greeting(reader.identity)), createSSRApp)
    await nextTick()
    expect(shown()).toBe('connected Ada')
    come()
    await settle(reader)
    expect([...new Set(seen)]).toEqual(['connected'])
  })

  it('renders the reader it knows, and the page hears that they have gone since', async () => {
    const reader = openReader([json(400, NO_SESSION)])
    await onServer(providing(undefined, FACTS, greeting(undefined)))
    mount(providing(reader.identity, FACTS, greeting(reader.identity)), createSSRApp)
    await settle(reader)
    expect(shown()).toBe('loggedOut -')
  })
})

describe('useIdentity', () => {
  const finding = (found: unknown[]) =>
    defineComponent(() => {
      found.push(useIdentity())
      return () => null
    })

  it('gives the identity that a component above hands down', () => {
    const { identity } = openReader([])
    const found: unknown[] = []
    mount(providing(() => identity, undefined, finding(found)))
    expect(found).toEqual([identity])
  })

  it('gives nothing on a server', async () => {
    vi.stubGlobal('window', undefined)
    const found: unknown[] = []
    const getIdentity = vi.fn()
    await renderToString(createSSRApp(providing(getIdentity, undefined, finding(found))))
    expect(found).toEqual([undefined])
    expect(getIdentity).not.toHaveBeenCalled()
  })

  it('says what to call where nobody does', async () => {
    await expect(renderToString(createSSRApp(finding([])))).rejects.toMatchObject({
      name: 'SDKError',
      reason: 'identity-missing',
      message: expect.stringContaining('call provideIdentity() in a component above'),
    })
    said = said.filter(([message]) => !`${message}`.includes('Unhandled error'))
  })
})
