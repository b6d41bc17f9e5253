/** Links to the login page: whoever made them, and however they are used, they are logins as well. */
import { describe, expect, it, vi } from 'vitest'
import type { LoginStartedContext } from '../../../core/index.ts'
import { createIdentity, type Plugin } from '../../../core/index.ts'
import { login } from '../../../plugins/login/login.ts'
import { sessionCache } from '../../../plugins/session/session-cache.ts'
import { fetchTransport } from '../../../plugins/transport/fetch-transport.ts'
import { ADA, ENV, GRACE, optionsFor } from '../../support/fixtures.ts'
import { json, openPage, type Page } from '../../support/page.ts'

const LOGIN = 'https://account.example/oauth/authorize?client_id=client-1&state=s'

/** A page on which Ada is known, and what its plugins are told of. */
async function start(more: object = {}) {
  const page = openPage()
  const started: LoginStartedContext[] = []
  const cleared = vi.fn()
  const watcher: Plugin = {
    name: 'watcher',
    setup(kernel) {
      kernel.hook('login:started', (context) => void started.push(context))
      kernel.hook('session:cleared', () => void cleared())
    },
  }
  const plugins = [login(), fetchTransport(), sessionCache(), watcher] as const
  const identity = createIdentity(optionsFor(page, more), plugins)
  page.answer(json(200, ADA))
  await identity.hasSession()
  return { page, identity, started, cleared }
}

function link(page: Page, href = LOGIN, into: Node = page.window.document.body): HTMLAnchorElement {
  const made = page.window.document.createElement('a')
  made.setAttribute('href', href)
  made.innerHTML = '<b><i>Log in</i></b>'
  into.appendChild(made)
  return made
}

interface Use {
  type?: string
  button?: number
  detail?: number
  ctrlKey?: boolean
}

function use(page: Page, element: Element, { type = 'click', ...more }: Use = {}) {
  const { MouseEvent } = page.window
  element.dispatchEvent(new MouseEvent(type, { bubbles: true, composed: true, cancelable: true, ...more }))
}

/** Lets the task come in which it is seen whether the page has prevented a click. */
const afterwards = () => new Promise((resolve) => setTimeout(resolve, 5))

describe('a login link', () => {
  it.each<[string, Use]>([
    ['the mouse', { button: 0, detail: 1 }],
    ['the keyboard', { button: 0, detail: 0 }],
    ['the mouse, into another tab', { ctrlKey: true }],
    ['the middle button', { type: 'auxclick', button: 1 }],
  ])('a login link that is used by %s clears the session and starts a login', async (_, how) => {
    const { page, identity, started, cleared } = await start()
    use(page, link(page), how)
    expect(cleared).toHaveBeenCalledOnce()
    await vi.waitFor(() => expect(started).toEqual([{ how: 'link', wasBlocked: false }]))
    page.answer(json(200, GRACE))
    expect(await identity.hasSession()).toEqual(GRACE)
  })

  it.each<[string, (page: Page) => Element]>([
    ['is hit inside', (page) => link(page).querySelector('i') as Element],
    [
      'stands inside shadow DOM',
      (page) => {
        const host = page.window.document.createElement('div')
        page.window.document.body.append(host)
        return link(page, LOGIN, host.attachShadow({ mode: 'open' })).querySelector('i') as Element
      },
    ],
    [
      'came with markup',
      (page) => {
        page.window.document.body.innerHTML = `<p><a href="${LOGIN}"><i>Log in</i></a></p>`
        return page.window.document.querySelector('i') as Element
      },
    ],
    ['has other parameters first', (page) => link(page, LOGIN.replace('?', '?scope=openid&'))],
  ])('a login link works as one when it %s', async (_, make) => {
    const { page, started, cleared } = await start()
    use(page, make(page))
    expect(cleared).toHaveBeenCalledOnce()
    await vi.waitFor(() => expect(started).toHaveLength(1))
  })

  it('a login link starts a login although the page stops the event', async () => {
    const { page, started, cleared } = await start()
    const made = link(page)
    page.window.document.addEventListener('click', (event) => event.stopImmediatePropagation(), true)
    use(page, made)
    expect(cleared).toHaveBeenCalledOnce()
    await vi.waitFor(() => expect(started).toHaveLength(1))
  })

  it('a login link may lead to an account service under a path', async () => {
    const { page, cleared } = await start({ env: { ...ENV, accountUrl: 'https://account.example/base/' } })
    use(page, link(page, 'https://account.example/base/oauth/authorize?client_id=client-1'))
    expect(cleared).toHaveBeenCalledOnce()
  })

  it.each([
    ['a capital letter', 'https://Account.example'],
    ['its port', 'https://account.example:443'],
    ['letters beyond ASCII', 'https://blåkonto.example'],
  ])(
    'a login link is known where the address of the account service is given with %s',
    async (_, accountUrl) => {
      const { page, identity, cleared } = await start({ env: { ...ENV, accountUrl } })
      use(page, link(page, identity.loginUrl({ state: 'of-the-page' })))
      expect(cleared).toHaveBeenCalledOnce()
    },
  )

  it('a login link starts no login of its own when the page prevents the click and calls login()', async () => {
    const { page, identity, started } = await start()
    const made = link(page)
    made.addEventListener('click', (event) => {
      event.preventDefault()
      identity.login({ state: 's' })
    })
    use(page, made)
    await afterwards()
    expect(started).toEqual([{ how: 'redirect', wasBlocked: false }])
  })

  it.each<[string, Use]>([
    ['the right button', { type: 'auxclick', button: 2 }],
    ['a menu', { type: 'contextmenu', button: 2 }],
    ['a press that is no click', { type: 'mousedown' }],
  ])('a login link that is touched by %s starts no login', async (_, how) => {
    const { page, identity, started, cleared } = await start()
    use(page, link(page), how)
    await afterwards()
    expect(cleared).not.toHaveBeenCalled()
    expect(started).toEqual([])
    expect(await identity.hasSession()).toEqual(ADA)
  })

  it.each([
    ['another client', 'https://account.example/oauth/authorize?client_id=client-2'],
    ['no client', 'https://account.example/oauth/authorize?state=s'],
    ['another page of the account service', 'https://account.example/profile-pages?client_id=client-1'],
    ['another host', 'https://evil.example/oauth/authorize?client_id=client-1'],
    ['a host that begins alike', 'https://account.example.evil.example/oauth/authorize?client_id=client-1'],
    ['the login page without a query', 'https://account.example/oauth/authorize'],
    ['no web address', 'mailto:ada@site.example'],
    ['nowhere', '#'],
  ])('a link to %s is no login link', async (_, href) => {
    const { page, started, cleared } = await start()
    use(page, link(page, href))
    use(page, page.window.document.body)
    await afterwards()
    expect(cleared).not.toHaveBeenCalled()
    expect(started).toEqual([])
  })
})
