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
  useSessionList,
} from '../../bindings/vue.ts'
import { ADA, GRACE } from '../support/fixtures.ts'
import { json } from '../support/page.ts'
import { sdkError } from '../support/sdk-error.ts'
import { account } from './account.ts'
import { type Given, type Shown, testFramework } from './framework.ts'
import { openReader, type Reader } from './reader.ts'

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

const greetings = ({ identity, session, count = 1 }: Given) => {
  const Greeting = greeting(identity)
  const all = defineComponent(() => () => Array.from({ length: count }, () => h(Greeting)))
  return session ? providing(identity, session, all) : all
}

const pageOf = (app: App): Shown => ({
  text: shown,
  seen,
  settle,
  async act(run) {
    run()
    await nextTick()
  },
  async unmount() {
    app.unmount()
    apps = []
  },
})

testFramework({
  mount: async (given) => pageOf(mount(greetings(given))),
  renderOnServer: (given) => renderToString(createSSRApp(greetings(given))),
  async hydrate(given) {
    box().innerHTML = await renderToString(createSSRApp(greetings({ ...given, identity: undefined })))
    seen.length = 0
    return pageOf(mount(greetings(given), createSSRApp))
  },
})

describe('useSession', () => {
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
    await expect(renderToString(createSSRApp(finding([])))).rejects.toMatchObject(
      sdkError('identity-missing', 'call provideIdentity() in a component above'),
    )
    said = said.filter(([message]) => !`${message}`.includes('Unhandled error'))
  })
})

describe('useSessionList', () => {
  it('lists where the reader is logged in, and what is left once a session has ended', async () => {
    const identity = account(['a', 'b'])
    const lists: ReturnType<typeof useSessionList>[] = []
    const component = defineComponent(() => {
      const list = useSessionList(() => identity)
      lists.push(list)
      return () =>
        h(
          'p',
          list.value.sessions?.map(({ id }) => h('button', { onClick: () => list.value.end(id) }, id)),
        )
    })
    expect(await renderToString(createSSRApp(component))).toBe('<p></p>')
    expect(identity.listSessions).not.toHaveBeenCalled()
    const app = mount(component)
    await vi.waitFor(() => expect(shown()).toBe('ab'))
    box().querySelectorAll('button')[1]?.click()
    await vi.waitFor(() => expect(shown()).toBe('a'))
    app.unmount()
    apps = []
    // Nobody follows any more.
    const list = lists.at(-1)
    const last = list?.value
    await last?.refresh()
    expect(list?.value).toBe(last)
  })
})
