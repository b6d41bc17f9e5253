/** Svelte's components, by its own compiler, in bundles of their own: for a page, and for a server. */
import { transform } from 'esbuild'
import { JSDOM } from 'jsdom'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { bundleOf, runOnServer } from '../docs/run.ts'
import { ADA, GRACE } from '../support/fixtures.ts'
import { json } from '../support/page.ts'
import { account } from './account.ts'
import { type Given, type Shown, testFramework } from './framework.ts'
import { openReader, type Reader } from './reader.ts'

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
  'Sessions.svelte': `<script>
    import { sessionList } from ${BINDING}
    const { identity } = $props()
    const list = sessionList(identity)
  </script>
  {#each list.current.sessions ?? [] as { id }}<button onclick={() => list.current.end(id)}>{id}</button>{/each}`,
  'page.ts': `export { flushSync, hydrate, mount, unmount } from 'svelte'
    export { default as Greeting } from './Greeting.svelte'
    export { default as Name } from './Name.svelte'
    export { default as Two } from './Two.svelte'
    export { default as Providing } from './Providing.svelte'
    export { default as Finding } from './Finding.svelte'
    export { default as Above } from './Above.svelte'
    export { default as Handler } from './Handler.svelte'
    export { default as Sessions } from './Sessions.svelte'
    export { default as Hiding } from './Hiding.svelte'`,
  'server.ts': `export { render } from 'svelte/server'
    export { default as Greeting } from './Greeting.svelte'
    export { default as Providing } from './Providing.svelte'
    export { default as Finding } from './Finding.svelte'
    export { default as Above } from './Above.svelte'`,
}

type Name =
  | 'Greeting'
  | 'Name'
  | 'Two'
  | 'Providing'
  | 'Finding'
  | 'Above'
  | 'Handler'
  | 'Hiding'
  | 'Sessions'
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

const componentFor = (components: Bundle, { session, count = 1 }: Given) =>
  session ? components.Providing : count > 1 ? components.Two : components.Greeting

/** Shows components, on a page in which the server has put some already when it has any. */
async function show(given: Given, html?: string): Promise<Shown> {
  const page = await openSvelte(html)
  const seen: string[] = []
  const { count: _, ...props } = given
  const begin = html === undefined ? page.mount : page.hydrate
  const app = begin(componentFor(page, given), { target: page.target, props: { ...props, seen } })
  return {
    text: page.shown,
    seen,
    settle: page.settle,
    async act(run) {
      run()
      page.flushSync()
    },
    unmount: () => page.unmount(app),
  }
}

async function renderOnServer({ count: _, ...props }: Given): Promise<string> {
  const server = await onServer()
  return server.render(componentFor(server, props), { props }).body
}

testFramework({
  mount: (given) => show(given),
  renderOnServer,
  hydrate: async (given) => show(given, await renderOnServer({ ...given, identity: undefined })),
})

describe('session', () => {
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

describe('sessionList', () => {
  it('lists where the reader is logged in, and what is left once a session has ended', async () => {
    const { mount, unmount, flushSync, Sessions, target, shown } = await openSvelte()
    const identity = account(['a', 'b'])
    const app = mount(Sessions, { target, props: { identity: () => identity } })
    const shows = (text: string) =>
      vi.waitFor(() => {
        flushSync()
        expect(shown()).toBe(text)
      })
    await shows('ab')
    target.querySelectorAll('button')[1]?.click()
    await shows('a')
    await unmount(app)
  })
})
