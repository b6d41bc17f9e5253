import { describe, expect, it, vi } from 'vitest'
import { define, type LoginElement, type LogoutElement, type SessionElement } from '../../bindings/element.ts'
import { registerGlobal } from '../../presets/register-global.ts'
import { ADA, GRACE, NO_SESSION, STRANGER } from '../support/fixtures.ts'
import { json, openPage, text } from '../support/page.ts'
import { openReader, type Reader } from './reader.ts'

const { sig: _, sp_id: __, ...FACTS } = ADA

const BY_ELEMENTS = `
  <p data-when="unknown">…</p>
  <p data-when="connected">Hello, <b data-field="givenName" data-otherwise="reader"></b></p>
  <p data-when="loggedOut">Hello, stranger</p>`
const BY_TEMPLATES = BY_ELEMENTS.replaceAll(
  /<p (data-when="\w+")>(.*?)<\/p>/g,
  '<template $1><p>$2</p></template>',
)

/** A page with the element, whose identity is the page's global one. */
function open(html: string, answers: Parameters<typeof openReader>[0], given?: object) {
  const page = openPage()
  const reader = openReader(answers, given, page)
  registerGlobal(page.window, 'Identity', reader.identity)
  const { document } = page.window
  // In this order, since happy-dom tells an element before it has its children.
  document.body.innerHTML = html
  define(page.window)
  for (const element of document.querySelectorAll('*')) page.window.customElements.upgrade(element)
  const element = document.querySelector('portico-session') as SessionElement
  const shown = () =>
    [...element.children]
      .filter((child) => child.localName !== 'template' && !(child as HTMLElement).hidden)
      .map(({ textContent }) => textContent)
      .join()
  return { ...reader, document, element, shown }
}

const settle = ({ identity }: Pick<Reader, 'identity'>) => identity.hasSession().catch(() => {})

describe('define', () => {
  it('is harmless twice, and where there are no elements', () => {
    const { window } = openPage()
    define(window)
    define(window)
    expect(window.customElements.get('portico-session')).toBeDefined()
    expect(() => define()).not.toThrow()
    expect(() => define({ location: {} } as never)).not.toThrow()
  })
})

describe.each([
  ['elements', BY_ELEMENTS],
  ['templates', BY_TEMPLATES],
])('portico-session, its children %s', (_, children) => {
  const html = `<portico-session>${children}</portico-session>`

  it.each([
    ['connected', 'Hello, Ada', json(200, ADA)],
    ['notConnected', 'Hello, stranger', json(200, STRANGER)],
    ['loggedOut', 'Hello, stranger', json(400, NO_SESSION)],
    ['unavailable', 'Hello, stranger', text(503, '')],
  ])('shows the child for %s', async (status, wanted, answer) => {
    const page = open(html, [answer])
    expect(page.shown()).toBe('…')
    await settle(page)
    expect(page.shown()).toBe(wanted)
    expect(page.element.getAttribute('status')).toBe(status)
  })

  it('shows the child for all the statuses that it names', async () => {
    const more = html.replace('"loggedOut"', '"loggedOut unavailable"').replace('unknown', 'loading unknown')
    const page = open(more, [text(503, '')])
    expect(page.shown()).toBe('…')
    await settle(page)
    expect(page.shown()).toBe('Hello, stranger')
  })

  it('follows another reader, and a logout, and leaves nothing of who has gone', async () => {
    const page = open(html, [json(200, ADA), json(200, GRACE)])
    await settle(page)
    page.identity.clearCachedUserSession()
    await settle(page)
    expect(page.shown()).toBe('Hello, Grace')
    page.identity.logout()
    expect(page.shown()).toBe('Hello, stranger')
    expect(page.element.textContent).not.toMatch(/Ada|Grace/)
  })

  it('is one call for two elements, and leaves no listener when they are removed', async () => {
    const page = open(html + html, [json(200, ADA)])
    await settle(page)
    expect(page.page.requests).toHaveLength(1)
    expect(page.listeners()).toBe(2)
    page.document.body.innerHTML = ''
    expect(page.listeners()).toBe(0)
  })

  it('shows what the page’s server has handed over, and nothing before it', async () => {
    const page = open(html, [], FACTS)
    expect(page.shown()).toBe('Hello, Ada')
    await settle(page)
    expect(page.shown()).toBe('Hello, Ada')
  })

  it('finds children that come later', async () => {
    const page = open('<portico-session></portico-session>', [json(200, ADA)])
    await settle(page)
    page.element.innerHTML = children
    await vi.waitFor(() => expect(page.shown()).toBe('Hello, Ada'))
  })
})

describe('portico-session', () => {
  const RENDERED = `<portico-session status="connected">
    <p data-when="connected">Hello, <b data-field="givenName">Ada</b></p>
    <p data-when="loggedOut" hidden>Hello, stranger</p></portico-session>`

  it('leaves what the server has rendered until somebody knows better', async () => {
    const page = open(RENDERED, [json(400, NO_SESSION)])
    expect(page.shown()).toBe('Hello, Ada')
    await Promise.resolve()
    expect(page.element.getAttribute('status')).toBe('connected')
    await settle(page)
    expect(page.shown()).toBe('Hello, stranger')
    expect(page.document.querySelector('b')?.textContent).toBe('')
  })

  it('fills in fields as text', async () => {
    const page = open('<portico-session><i data-field="givenName"></i></portico-session>', [
      json(200, { ...ADA, givenName: '<img src=x onerror=alert(1)>' }),
    ])
    await settle(page)
    expect(page.document.querySelector('i')?.textContent).toBe('<img src=x onerror=alert(1)>')
    expect(page.document.querySelector('img')).toBeNull()
  })

  it.each(['sig', 'sp_id', 'constructor', '__proto__', 'toString', 'nothing', 'object', ''])(
    'fills in nothing for %s',
    async (name) => {
      const field = `<i data-field="${name}" data-otherwise="-"></i>`
      const page = open(`<portico-session>${field}</portico-session>`, [json(200, { ...ADA, object: {} })])
      await settle(page)
      expect(page.document.querySelector('i')?.textContent).toBe('-')
    },
  )

  it('shows no child where none is for a status', async () => {
    const page = open('<portico-session><p data-when="unknown">…</p></portico-session>', [json(200, ADA)])
    await settle(page)
    expect(page.shown()).toBe('')
  })

  it('follows again when it is put elsewhere', async () => {
    const page = open(`<portico-session>${BY_ELEMENTS}</portico-session><main></main>`, [json(200, ADA)])
    page.document.querySelector('main')?.append(page.element)
    await settle(page)
    expect(page.shown()).toBe('Hello, Ada')
    expect(page.listeners()).toBe(1)
  })
})

describe('the identity of an element', () => {
  const session = (page: ReturnType<typeof openPage>, attributes = '') => {
    define(page.window)
    page.window.document.body.innerHTML = `<portico-session ${attributes}>${BY_ELEMENTS}</portico-session>`
    return page.window.document.querySelector('portico-session') as SessionElement
  }

  it('is found when it is announced, and no listener is left then', async () => {
    const page = openPage()
    const element = session(page)
    expect(element.hasAttribute('status')).toBe(false)
    const reader = openReader([json(200, ADA)], undefined, page)
    registerGlobal(page.window, 'Identity', reader.identity)
    await settle(reader)
    expect(element.getAttribute('status')).toBe('connected')
    registerGlobal(page.window, 'Identity', openReader([], undefined, page).identity)
    expect(reader.listeners()).toBe(1)
  })

  it('is awaited by nobody who has gone', () => {
    const page = openPage()
    const element = session(page)
    element.remove()
    const reader = openReader([], undefined, page)
    registerGlobal(page.window, 'Identity', reader.identity)
    expect(reader.listeners()).toBe(0)
  })

  it('is that of the global which the attribute names', async () => {
    const page = openPage()
    const reader = openReader([json(200, ADA)], undefined, page)
    registerGlobal(page.window, 'Identity', reader.identity, 'harbour')
    const element = session(page, 'identity="harbourIdentity"')
    await settle(reader)
    expect(element.getAttribute('status')).toBe('connected')
  })

  it('is that of the property, set before the element is defined or after', async () => {
    const page = openPage()
    const { document } = page.window
    const reader = openReader([json(200, ADA)], undefined, page)
    document.body.innerHTML = `<portico-session>${BY_ELEMENTS}</portico-session>`
    const early = document.querySelector('portico-session') as SessionElement
    early.identity = reader.identity
    define(page.window)
    page.window.customElements.upgrade(early)
    const late = document.createElement('portico-session')
    late.identity = reader.identity
    document.body.append(late)
    await settle(reader)
    for (const element of [early, late]) expect(element.getAttribute('status')).toBe('connected')
    late.identity = undefined
    expect(reader.listeners()).toBe(1)
  })
})

describe('a link or a button', () => {
  const click = (at: Element, more: MouseEventInit = {}, type = 'click') => {
    const { MouseEvent } = at.ownerDocument.defaultView as unknown as typeof globalThis
    const event = new MouseEvent(type, { bubbles: true, cancelable: true, composed: true, ...more })
    at.dispatchEvent(event)
    return event
  }
  const login = (attributes = '', answers: Parameters<typeof openReader>[0] = []) => {
    const page = open(
      `<portico-login ${attributes}><a href="/login"><b>Log in</b></a> now</portico-login>`,
      answers,
    )
    const element = page.document.querySelector('portico-login') as LoginElement
    return { ...page, login: element, text: element.querySelector('b') as Element }
  }

  it('goes the site’s own way to log in, and what was kept is forgotten', async () => {
    const page = login('', [json(400, NO_SESSION), json(200, ADA)])
    await settle(page)
    const { defaultPrevented } = click(page.text)
    expect(defaultPrevented).toBe(false)
    expect(page.page.navigations).toEqual([])
    expect(await page.identity.hasSession()).toMatchObject({ userId: ADA.userId })
  })

  it.each([
    ['another button opens it elsewhere', { button: 1 }, 'auxclick', 2],
    ['another button opens its menu', { button: 2 }, 'auxclick', 1],
    ['a key opens it elsewhere', { ctrlKey: true }, 'click', 2],
  ])('is left alone where %s', async (_, more, type, requests) => {
    const page = login('state="s"', [json(200, ADA), ...(requests > 1 ? [json(200, ADA)] : [])])
    await settle(page)
    expect(click(page.text, more, type).defaultPrevented).toBe(false)
    await settle(page)
    expect(page.page.navigations).toEqual([])
    expect(page.page.requests).toHaveLength(requests)
  })

  it('logs in with the state of the server, where there is one', () => {
    const page = login('state="made by the server"')
    expect(click(page.text).defaultPrevented).toBe(true)
    expect(new URL(page.page.navigations[0] ?? '').searchParams.get('state')).toBe('made by the server')
  })

  it.each([
    ['options', { state: 's', loginHint: 'ada@site.example' }],
    ['a function', () => ({ state: 's', loginHint: 'ada@site.example' })],
  ])('logs in with what %s of the property say', (_, options) => {
    const page = login()
    page.login.options = options
    const called = vi.spyOn(page.identity, 'login')
    click(page.text)
    expect(called).toHaveBeenCalledWith({ state: 's', preferPopup: false, loginHint: 'ada@site.example' })
  })

  it('asks for a popup where the attribute says so', () => {
    const page = login('state="s" prefer-popup')
    const called = vi.spyOn(page.identity, 'login')
    click(page.text)
    expect(called).toHaveBeenCalledWith({ state: 's', preferPopup: true })
  })

  it('works by itself where there is no identity yet, and beside the link nothing happens', () => {
    const page = openPage()
    define(page.window)
    const { document } = page.window
    document.body.innerHTML = '<portico-login state="s"><a href="/login">Log in</a></portico-login>'
    expect(click(document.querySelector('a') as Element).defaultPrevented).toBe(false)
    const other = login('state="s"')
    expect(click(other.login).defaultPrevented).toBe(false)
    expect(other.page.navigations).toEqual([])
  })

  it('does nothing where the page has prevented the click', () => {
    const page = login('state="s"')
    page.text.addEventListener('click', (event) => event.preventDefault())
    click(page.text)
    expect(page.page.navigations).toEqual([])
  })

  it.each([
    ['the address of the instance', '', 'https://www.site.example/callback'],
    ['the attribute’s', 'redirect-uri="https://www.site.example/bye"', 'https://www.site.example/bye'],
  ])('logs out, and comes back to %s', async (_, attributes, wanted) => {
    const page = open(`<portico-logout ${attributes}><button>Log out</button></portico-logout>`, [
      json(200, ADA),
    ])
    await settle(page)
    const element = page.document.querySelector('portico-logout') as LogoutElement
    const button = element.querySelector('button') as Element
    expect(click(button, { shiftKey: true }).defaultPrevented).toBe(false)
    expect(click(button).defaultPrevented).toBe(true)
    const url = new URL(page.page.navigations[0] ?? '')
    expect(url.pathname).toBe('/logout')
    expect(url.searchParams.get('redirect_uri')).toBe(wanted)
    expect(page.identity.getSnapshot().status).toBe('loggedOut')
  })
})
