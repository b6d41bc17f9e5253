/** Svelte's components, by its own compiler, in bundles of their own: for a page, and for a server. */
import { transform } from 'esbuild'
import { JSDOM } from 'jsdom'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { IdentitySource } from '../../bindings/svelte.ts'
import { bundleOf, runOnServer } from '../docs/run.ts'
import { ADA, GRACE, NO_SESSION, STRANGER } from '../support/fixtures.ts'
import { json, text } from '../support/page.ts'
import { openReader, type Reader } from './reader.ts'

const { sig: _, sp_id: __, ...FACTS } = ADA

const BINDING = JSON.stringify(`${process.cwd()}/bindings/svelte.ts`)

const FILES = {
  'Greeting.svelte': `<script>
    import { session } from ${BINDING}
    const { identity, seen } = $props()
    const reader = session(identity)
    const { status, session: known } = $derived(reader.current)
    $effect.pre(() => void seen?.push(status))
  </script>
  {#if status === 'connected'}<p>{status} {known.givenName}</p>{:else}<p>{status} -</p>{/if}`,
  'Name.svelte': `<script>
    import { session } from ${BINDING}
    const { identity, seen } = $props()
    const name = session(identity, ({ session }) => session?.givenName)
    $effect.pre(() => void seen.push(name.current))
  </script>
  <p>{name.current}</p>`,
  'Two.svelte': `<script>
    import Greeting from './Greeting.svelte'
    const { identity } = $props()
  </script>
  <Greeting {identity} /><Greeting {identity} />`,
  'Providing.svelte': `<script>
    import { setIdentity } from ${BINDING}
    import Greeting from './Greeting.svelte'
    const { identity, session, seen } = $props()
    setIdentity(identity, session)
  </script>
  <Greeting {identity} {seen} />`,
  'Finding.svelte': `<script>
    import { getIdentity } from ${BINDING}
    const { found } = $props()
    found.push(getIdentity())
  </script>`,
  'Above.svelte': `<script>
    import { setIdentity } from ${BINDING}
    import Finding from './Finding.svelte'
    const { identity, found } = $props()
    setIdentity(identity)
  </script>
  <Finding {found} />`,
  'Handler.svelte': `<script>
    import { session } from ${BINDING}
    const { identity, heard } = $props()
    const reader = session(identity)
  </script>
  <button onclick={() => heard.push(reader.current.status)}>Who?</button>`,
  'Hiding.svelte': `<script>
    import { session } from ${BINDING}
    const { identity, heard } = $props()
    const reader = session(identity)
    let isShown = $state(true)
  </script>
  {#if isShown}<p>{reader.current.status}</p>{/if}
  <button onclick={() => (isShown = false)}>Hide</button>
  <button onclick={() => heard.push(reader.current.status)}>Who?</button>`,
  'page.ts': `export { flushSync, hydrate, mount, unmount } from 'svelte'
    export { default as Greeting } from './Greeting.svelte'
    export { default as Name } from './Name.svelte'
    export { default as Two } from './Two.svelte'
    export { default as Providing } from './Providing.svelte'
    export { default as Finding } from './Finding.svelte'
    export { default as Above } from './Above.svelte'
    export { default as Handler } from './Handler.svelte'
    export { default as Hiding } from './Hiding.svelte'`,
  'server.ts': `export { render } from 'svelte/server'
    export { default as Greeting } from './Greeting.svelte'
    export { default as Providing } from './Providing.svelte'
    export { default as Finding } from './Finding.svelte'
    export { default as Above } from './Above.svelte'`,
}

type Name = 'Greeting' | 'Name' | 'Two' | 'Providing' | 'Finding' | 'Above' | 'Handler' | 'Hiding'
type Component = (...args: never) => unknown

interface Bundle extends Record<Name, Component> {
  flushSync(): void
  mount(component: Component, options: object): object
  hydrate(component: Component, options: object): object
  unmount(component: object): Promise<void>
  render(component: Component, options: object): { body: string }
}

/** The library's own constant, which a build replaces. */
const inDevelopment = async (code: string) =>
  (await transform(code, { define: { __DEV__: 'true' }, target: 'es2022' })).code

const bundles = {
  page: bundleOf('', 'page.ts', { files: FILES, format: 'cjs', isDevelopment: true }).then(inDevelopment),
  server: bundleOf('', 'server.ts', { files: FILES, format: 'cjs', runsOn: 'server' }).then(inDevelopment),
}

const onServer = async () => runOnServer<Bundle>(await bundles.server)

/** A page of its own, which has to be silent. */
async function openSvelte(html = '') {
  const { window } = new JSDOM(`<main>${html}</main>`, { runScripts: 'outside-only' })
  const said: unknown[] = []
  const hear = (...args: unknown[]) => void said.push(args)
  Object.assign(window.console, { warn: hear, error: hear })
  const script = { exports: {} as Bundle }
  const run = window.eval(`(module) => {${await bundles.page}}`) as (module: object) => void
  run(script)
  const svelte = script.exports
  onTestFinished(() => expect(said).toEqual([]))
  const target = window.document.querySelector('main') as Element
  /** Lets what is on its way arrive and be shown. */
  const settle = async ({ identity }: Reader) => {
    await identity.hasSession().catch(() => {})
    await Promise.resolve()
    svelte.flushSync()
  }
  return { ...svelte, target, settle, shown: () => target.textContent?.trim() }
}

describe('session', () => {
  it.each([
    ['connected Ada', json(200, ADA)],
    ['notConnected -', json(200, STRANGER)],
    ['loggedOut -', json(400, NO_SESSION)],
    ['unavailable -', text(503, '')],
  ])('asks who reads, and shows %s', async (wanted, answer) => {
    const { mount, Greeting, target, settle, shown } = await openSvelte()
    const reader = openReader([answer])
    mount(Greeting, { target, props: { identity: reader.identity } })
    await settle(reader)
    expect(shown()).toBe(wanted)
  })

  it('makes one call for two components, and leaves no listener when they are unmounted', async () => {
    const { mount, unmount, Two, target, settle, shown } = await openSvelte()
    const reader = openReader([json(200, ADA)])
    const app = mount(Two, { target, props: { identity: () => reader.identity } })
    await settle(reader)
    expect(shown()).toBe('connected Adaconnected Ada')
    expect(reader.page.requests).toHaveLength(1)
    expect(reader.listeners()).toBe(2)
    await unmount(app)
    await vi.waitFor(() => expect(reader.listeners()).toBe(0))
  })

  it('shows a logout, and another reader', async () => {
    const { mount, flushSync, Greeting, target, settle, shown } = await openSvelte()
    const reader = openReader([json(200, ADA), json(200, GRACE)])
    mount(Greeting, { target, props: { identity: reader.identity } })
    await settle(reader)
    reader.identity.clearCachedUserSession()
    await settle(reader)
    expect(shown()).toBe('connected Grace')
    reader.identity.logout()
    flushSync()
    expect(shown()).toBe('loggedOut -')
  })

  it('renders anew when the part that the selector picks changes, and only then', async () => {
    const { mount, Name, target, settle } = await openSvelte()
    const reader = openReader([json(200, ADA), json(200, { ...ADA, photo: 'new' }), json(200, GRACE)])
    const seen: unknown[] = []
    mount(Name, { target, props: { identity: reader.identity, seen } })
    await settle(reader)
    for (let times = 0; times < 2; times++) {
      reader.identity.clearCachedUserSession()
      await settle(reader)
    }
    expect(seen).toEqual([undefined, 'Ada', 'Grace'])
  })

  it('tells a handler what is known, where nothing shows it', async () => {
    const { mount, Handler, target } = await openSvelte()
    const reader = openReader([json(200, ADA)])
    const heard: unknown[] = []
    mount(Handler, { target, props: { identity: reader.identity, heard } })
    await reader.identity.hasSession()
    target.querySelector('button')?.click()
    expect(heard).toEqual(['connected'])
  })

  it('tells a handler what is known, where nothing shows it any more', async () => {
    const { mount, flushSync, Hiding, target, settle } = await openSvelte()
    const reader = openReader([json(200, ADA)])
    const heard: unknown[] = []
    mount(Hiding, { target, props: { identity: reader.identity, heard } })
    await settle(reader)
    const [hide, who] = target.querySelectorAll('button')
    hide?.click()
    flushSync()
    await vi.waitFor(() => expect(reader.listeners()).toBe(0))
    reader.identity.logout()
    who?.click()
    expect(heard).toEqual(['loggedOut'])
  })

  it('knows nobody where there is no identity', async () => {
    const { mount, Greeting, target, shown } = await openSvelte()
    mount(Greeting, { target, props: {} })
    expect(shown()).toBe('unknown -')
  })
})

describe('a server', () => {
  const rendered = async (
    name: 'Greeting' | 'Providing',
    props: { identity?: IdentitySource; session?: object },
  ) => {
    const server = await onServer()
    return server.render(server[name], { props }).body
  }

  it('renders that nobody is known, and calls no function for the identity', async () => {
    const identity = vi.fn()
    expect(await rendered('Greeting', { identity })).toContain('unknown -')
    expect(identity).not.toHaveBeenCalled()
  })

  it('renders nobody, and the page takes it over although it knows the reader by then', async () => {
    const { hydrate, Greeting, target, settle, shown } = await openSvelte(await rendered('Greeting', {}))
    const reader = openReader([json(200, ADA)])
    await reader.identity.hasSession()
    const seen: string[] = []
    hydrate(Greeting, { target, props: { identity: reader.identity, seen } })
    await settle(reader)
    expect([...new Set(seen)]).toEqual(['unknown', 'connected'])
    expect(shown()).toBe('connected Ada')
    expect(reader.page.requests).toHaveLength(1)
  })

  it('renders the reader it knows, and nothing else is shown until the service has answered', async () => {
    const { hydrate, Providing, target, settle, shown } = await openSvelte(
      await rendered('Providing', { session: FACTS }),
    )
    expect(shown()).toBe('connected Ada')
    const reader = openReader([json(200, ADA)])
    const seen: string[] = []
    hydrate(Providing, { target, props: { identity: reader.identity, session: FACTS, seen } })
    await settle(reader)
    expect([...new Set(seen)]).toEqual(['connected'])
    expect(shown()).toBe('connected Ada')
  })

  it('renders the reader it knows, and the page hears that they have gone since', async () => {
    const { hydrate, Providing, target, settle, shown } = await openSvelte(
      await rendered('Providing', { session: FACTS }),
    )
    const reader = openReader([json(400, NO_SESSION)])
    hydrate(Providing, { target, props: { identity: reader.identity, session: FACTS } })
    await settle(reader)
    expect(shown()).toBe('loggedOut -')
  })
})

describe('getIdentity', () => {
  it('gives the identity that a component above hands down', async () => {
    const { mount, Above, target } = await openSvelte()
    const { identity } = openReader([])
    const found: unknown[] = []
    mount(Above, { target, props: { identity: () => identity, found } })
    expect(found).toEqual([identity])
  })

  it('gives nothing on a server', async () => {
    const { render, Above } = await onServer()
    const identity = vi.fn()
    const found: unknown[] = []
    expect(render(Above, { props: { identity, found } }).body).toBeDefined()
    expect(found).toEqual([undefined])
    expect(identity).not.toHaveBeenCalled()
  })

  it('says what to call where nobody does', async () => {
    const { render, Finding } = await onServer()
    expect(() => render(Finding, { props: { found: [] } }).body).toThrow(
      expect.objectContaining({
        name: 'SDKError',
        reason: 'identity-missing',
        message: expect.stringContaining('call setIdentity() in a component above'),
      }),
    )
  })
})
