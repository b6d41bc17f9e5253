// @vitest-environment jsdom

import { act, createElement as h, type ReactNode, StrictMode, version } from 'react'
import { createRoot, hydrateRoot, type Root } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { define } from '../../bindings/element.ts'
import {
  IdentityProvider,
  type IdentitySource,
  type Selector,
  useIdentity,
  useSession,
  useSessionList,
} from '../../bindings/react.ts'
import { ADA, GRACE, NO_SESSION } from '../support/fixtures.ts'
import { onItsWay } from '../support/on-its-way.ts'
import { json, text } from '../support/page.ts'
import { account } from './account.ts'
import { type Given, type Shown, testFramework } from './framework.ts'
import { openReader, type Reader } from './reader.ts'

let said: unknown[][]
let roots: Root[]
const box = () => document.body.firstElementChild as HTMLElement
const shown = () => box().textContent

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  said = []
  roots = []
  for (const name of ['error', 'warn'] as const)
    vi.spyOn(console, name).mockImplementation((...args) => void said.push(args))
  document.body.innerHTML = '<div></div>'
})
afterEach(async () => {
  await act(async () => {
    for (const root of roots) root.unmount()
  })
  expect(said).toEqual([])
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** Renders in the browser, and lets what is on its way arrive. */
async function render(node: ReactNode): Promise<Root> {
  const root = createRoot(box())
  roots.push(root)
  await act(async () => root.render(node))
  return root
}

/** Takes over what a server has rendered, and tells what stood there at each render. */
async function hydrate(node: ReactNode): Promise<Root> {
  const root = await act(async () =>
    hydrateRoot(box(), node, { onRecoverableError: (error) => void said.push([error]) }),
  )
  roots.push(root)
  return root
}

const seen: string[] = []
beforeEach(() => void (seen.length = 0))

function Greeting({ identity }: { identity: IdentitySource }) {
  const { status, session } = useSession(identity)
  seen.push(status)
  return h('p', null, `${status} ${session?.givenName ?? '-'}`)
}

/** Lets an answer that is on its way arrive. */
const settle = (reader: Reader) => act(async () => void (await reader.identity.hasSession().catch(() => {})))

/** As many as are wanted, in strict mode, which mounts twice. */
const greetings = ({ identity, session, count = 1 }: Given) => {
  const all = Array.from({ length: count }, (_, key) => h(Greeting, { key, identity }))
  const page = session ? h(IdentityProvider, { identity, session }, all) : all
  return h(StrictMode, null, page)
}

const pageOf = (root: Root): Shown => ({
  text: shown,
  seen,
  settle,
  act: (run) => act(async () => run()),
  unmount: () => act(async () => root.unmount()),
})

testFramework({
  mount: async (given) => pageOf(await render(greetings(given))),
  renderOnServer: async (given) => renderToString(greetings(given)),
  async hydrate(given) {
    box().innerHTML = renderToString(greetings({ ...given, identity: undefined }))
    seen.length = 0
    return pageOf(await hydrate(greetings(given)))
  },
})

it('is tried with the major version of React that the run is for', () => {
  expect(version.split('.')[0]).toBe(process.env.REACT_MAJOR ?? '19')
})

describe('useSession', () => {
  it.each([
    ['connected Ada', json(200, ADA)],
    ['loggedOut -', json(400, NO_SESSION)],
    ['unavailable -', text(503, '')],
  ])('asks once where a component is mounted after the answer: %s', async (wanted, answer) => {
    const reader = openReader([answer])
    const asked = vi.spyOn(reader.identity, 'hasSession')
    const one = h(Greeting, { key: 1, identity: reader.identity })
    const root = await render([one])
    await act(async () => {})
    await act(async () => root.render([one, h(Greeting, { key: 2, identity: reader.identity })]))
    expect(shown()).toBe(wanted + wanted)
    expect(asked).toHaveBeenCalledOnce()
  })

  it('asks once where the function is made at each render', async () => {
    const reader = openReader([json(200, ADA)])
    const asked = vi.spyOn(reader.identity, 'hasSession')
    const root = await render(h(Greeting, { identity: () => reader.identity }))
    await settle(reader)
    await act(async () => root.render(h(Greeting, { identity: () => reader.identity })))
    expect(shown()).toBe('connected Ada')
    // The other call is the test's own.
    expect(asked).toHaveBeenCalledTimes(2)
  })

  it('takes the function that gives the identity, and subscribes once', async () => {
    const reader = openReader([json(200, ADA)])
    const subscribe = vi.spyOn(reader.identity, 'subscribe')
    const getIdentity = () => reader.identity
    const root = await render(h(Greeting, { identity: getIdentity }))
    await settle(reader)
    await act(async () => root.render(h(Greeting, { identity: getIdentity })))
    expect(shown()).toBe('connected Ada')
    expect(subscribe).toHaveBeenCalledOnce()
  })

  it('follows another identity when it is given that', async () => {
    const [one, other] = [openReader([json(200, ADA)]), openReader([json(200, GRACE)])]
    const root = await render(h(Greeting, { identity: one.identity }))
    await settle(one)
    await act(async () => root.render(h(Greeting, { identity: other.identity })))
    await settle(other)
    expect(shown()).toBe('connected Grace')
    expect([one.listeners(), other.listeners()]).toEqual([0, 1])
    await act(async () => other.identity.logout())
    expect(shown()).toBe('loggedOut -')
  })
})

describe('a selector', () => {
  /** Counts its renders. */
  const counting = (selector: Selector<unknown>) => {
    let renders = 0
    const Counting = ({ identity }: { identity: IdentitySource }) => {
      renders++
      return h('p', null, JSON.stringify(useSession(identity, selector) ?? null))
    }
    return { Counting, renders: () => renders }
  }

  it('has the component render when its part changes, and only then', async () => {
    const reader = openReader([json(200, ADA), json(200, { ...ADA, photo: 'new' }), json(200, GRACE)])
    const { Counting, renders } = counting(({ session }) => session?.givenName)
    await render(h(Counting, { identity: reader.identity }))
    await settle(reader)
    expect(shown()).toBe('"Ada"')
    const before = renders()
    const again = () =>
      act(async () => {
        reader.identity.clearCachedUserSession()
        await reader.identity.hasSession()
      })
    await again()
    expect(renders()).toBe(before)
    await again()
    expect(shown()).toBe('"Grace"')
    expect(renders()).toBeGreaterThan(before)
  })

  it('may pick something else at the next render', async () => {
    const reader = openReader([json(200, ADA)])
    const Picking = ({ selector }: { selector: Selector<unknown> }) =>
      h('p', null, `${useSession(reader.identity, selector)}`)
    const root = await render(h(Picking, { selector: ({ session }) => session?.givenName }))
    await settle(reader)
    expect(shown()).toBe('Ada')
    await act(async () => root.render(h(Picking, { selector: ({ status }) => status })))
    expect(shown()).toBe('connected')
  })

  it('may be written in place, and may make an object', async () => {
    const reader = openReader([json(200, ADA)])
    const InPlace = () => {
      const { name } = useSession(reader.identity, ({ session }) => ({ name: session?.givenName }))
      return h('p', null, name)
    }
    await render(h(StrictMode, null, h(InPlace)))
    await settle(reader)
    expect(shown()).toBe('Ada')
  })
})

it('has the custom elements take the name of an identity, and React 19 an identity and options', async () => {
  const reader = openReader([json(200, ADA)])
  Reflect.set(window, 'harbourIdentity', reader.identity)
  const called = vi.spyOn(reader.identity, 'login').mockReturnValue(null)
  define()
  // React 18 has attributes alone.
  const given = version.startsWith('18')
    ? { identity: 'harbourIdentity', state: 's' }
    : { identity: reader.identity, options: { state: 's' } }
  await render([
    h('portico-session', { key: 1, identity: 'harbourIdentity' }, h('b', { 'data-field': 'givenName' })),
    h('portico-login', { key: 2, ...given }, h('a')),
  ])
  await settle(reader)
  expect(shown()).toBe('Ada')
  box().querySelector('a')?.click()
  expect(called).toHaveBeenCalledWith({ state: 's', preferPopup: false })
})

describe('a server', () => {
  const { sig: _, sp_id: __, ...FACTS } = ADA
  const App = ({ identity, session }: { identity: IdentitySource; session?: typeof ADA | null }) =>
    h(StrictMode, null, h(IdentityProvider, { identity, session }, h(Greeting, { identity })))
  const onServer = (node: ReactNode) => {
    box().innerHTML = renderToString(node)
    seen.length = 0
  }

  it('renders nobody beneath a provider without a session, and what it has handed over in the head follows at once', async () => {
    const reader = openReader([], FACTS)
    onServer(h(App, { identity: undefined }))
    await hydrate(h(App, { identity: reader.identity }))
    expect([...new Set(seen)]).toEqual(['unknown', 'connected'])
  })

  it('renders the reader it knows, who stays through an outage, and is gone after a logout', async () => {
    const reader = openReader([text(503, ''), text(503, '')])
    onServer(h(App, { identity: undefined, session: FACTS }))
    await hydrate(h(App, { identity: reader.identity, session: FACTS }))
    await settle(reader)
    expect(reader.identity.getSnapshot().status).toBe('unavailable')
    expect(shown()).toBe('connected Ada')
    await act(async () => reader.identity.logout())
    await settle(reader)
    expect(shown()).toBe('unavailable -')
  })

  it('renders the reader of the one identity, which says nothing of the readers of another', async () => {
    const [one, other] = [openReader([json(200, ADA)]), openReader([text(503, '')])]
    await render(
      h(IdentityProvider, { identity: () => one.identity, session: FACTS }, [
        h(Greeting, { key: 1, identity: one.identity }),
        h(Greeting, { key: 2, identity: other.identity }),
      ]),
    )
    await settle(other)
    expect(shown()).toBe('connected Adaunavailable -')
    expect(seen.slice(0, 2)).toEqual(['connected', 'unknown'])
  })

  it('renders another reader whom it knows by then', async () => {
    const { answer } = onItsWay(json(200, ADA))
    const reader = openReader([answer])
    const root = await render(h(App, { identity: reader.identity, session: FACTS }))
    await act(async () => root.render(h(App, { identity: reader.identity, session: GRACE })))
    expect(shown()).toBe('connected Grace')
  })

  it('renders for an anonymous reader as it does without a session', () => {
    expect(renderToString(h(App, { identity: undefined, session: null }))).toContain('unknown -')
  })
})

describe('useIdentity', () => {
  it('gives the identity of the provider, or of the function that it has', async () => {
    const { identity } = openReader([])
    const found: unknown[] = []
    const Button = () => {
      found.push(useIdentity())
      return null
    }
    await render([
      h(IdentityProvider, { key: 1, identity }, h(Button)),
      h(IdentityProvider, { key: 2, identity: () => identity }, h(Button)),
    ])
    expect(found).toEqual([identity, identity])
  })

  it('gives another identity when the provider has that', async () => {
    const identities = [openReader([]).identity, openReader([]).identity]
    const found: unknown[] = []
    const Button = () => {
      found.push(useIdentity())
      return null
    }
    const [one, other] = identities.map((identity) => h(IdentityProvider, { identity }, h(Button)))
    const root = await render(one)
    await act(async () => root.render(other))
    expect(found).toEqual(identities)
  })

  it('gives nothing on a server', () => {
    vi.stubGlobal('window', undefined)
    const getIdentity = vi.fn()
    const Button = () => `${useIdentity()}`
    expect(renderToString(h(IdentityProvider, { identity: getIdentity }, h(Button)))).toBe('undefined')
    expect(getIdentity).not.toHaveBeenCalled()
  })

  it('says what to wrap where there is no provider', () => {
    const Button = () => `${useIdentity()}`
    expect(() => renderToString(h(Button))).toThrow(
      expect.objectContaining({
        name: 'SDKError',
        reason: 'identity-missing',
        message: expect.stringContaining('wrap the component in <IdentityProvider>'),
      }),
    )
  })
})

describe('useSessionList', () => {
  it('lists where the reader is logged in, and what is left once a session has ended', async () => {
    const identity = account(['a', 'b'])
    function Sessions() {
      const { sessions, end } = useSessionList(identity)
      const item = ({ id }: { id: string }) =>
        h('button', { key: id, type: 'button', onClick: () => void end(id) }, id)
      return h('p', null, sessions?.map(item))
    }
    expect(renderToString(h(Sessions))).toBe('<p></p>')
    expect(identity.listSessions).not.toHaveBeenCalled()
    await render(h(StrictMode, null, h(Sessions)))
    expect(shown()).toBe('ab')
    await act(async () => box().querySelectorAll('button')[1]?.click())
    expect(shown()).toBe('a')
  })
})
