import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { define, type LoginElement, type LogoutElement, type SessionElement } from '../../bindings/element.ts'
import { registerGlobal } from '../../presets/register-global.ts'
import { ADA, GRACE, NO_SESSION, NOT_CONNECTED } from '../support/fixtures.ts'
import { type OnItsWay, onItsWay } from '../support/on-its-way.ts'
import { json, openPage, text } from '../support/page.ts'
import { translate } from '../support/translator.ts'
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

/** Whoever hears of a change of the page has heard of it. */
const atRest = () => new Promise(setImmediate)

const settle = ({ identity }: Pick<Reader, 'identity'>) => identity.hasSession().catch(() => {})

describe('portico-session, of the children that it hides', () => {
  const html = `<portico-session>
  <p id="shown" data-when="unknown loggedOut" style="color: red">…</p>
  <p id="hidden" data-when="connected" style="display: grid !important">Hello</p></portico-session>`
  const styleOf = ({ document }: { document: Document }, id: string) =>
    document.getElementById(id)?.getAttribute('style') ?? null

  it('takes the box by a declaration that no rule of the page beats, and gives them back their own', async () => {
    const page = open(html, [json(200, ADA)])
    expect(styleOf(page, 'hidden')).toBe('display: none !important;')
    expect(styleOf(page, 'shown')).toBe('color: red')
    await settle(page)
    expect(styleOf(page, 'hidden')).toBe('display: grid !important;')
    expect(styleOf(page, 'shown')).toBe('color: red; display: none !important;')
  })

  it('leaves no empty style behind, and a style alone that somebody has written meanwhile', async () => {
    const page = open(html.replaceAll(/ style="[^"]*"/g, ''), [json(200, ADA), json(400, NO_SESSION)])
    await settle(page)
    expect(styleOf(page, 'hidden')).toBeNull()
    page.document.getElementById('shown')?.setAttribute('style', 'display: flex')
    page.identity.clearCachedUserSession()
    await settle(page)
    expect(page.shown()).toBe('…')
    expect(styleOf(page, 'shown')).toBe('display: flex')
  })

  it('tells a developer once of a child that is seen although it is hidden', async () => {
    const page = openPage()
    const { document } = page.window
    const warn = vi.spyOn(page.window.console, 'warn').mockImplementation(() => {})
    document.body.innerHTML = html
      .replace('id="hidden"', 'id="hidden" hidden')
      .replace(/ style="display[^"]*"/, '')
    const child = document.getElementById('hidden') as HTMLElement
    Object.defineProperty(child, 'offsetHeight', { get: () => (child.style.display === 'none' ? 0 : 20) })
    const reader = openReader([json(200, ADA), json(400, NO_SESSION)], undefined, page)
    registerGlobal(page.window, 'Identity', reader.identity)
    define(page.window)
    expect(warn).toHaveBeenCalledExactlyOnceWith(
      expect.stringContaining('[hidden] { display: none !important }'),
      child,
    )
    await settle(reader)
    reader.identity.clearCachedUserSession()
    await settle(reader)
    expect(warn).toHaveBeenCalledOnce()
  })
})

describe('portico-session, when the focus goes away with a state', () => {
  const html = `<portico-session>
  <p data-when="unknown loggedOut"><a id="before" href="/login">Log in</a></p>
  <p id="after" data-when="connected">Hello</p></portico-session>`

  /** Opens the page, focuses what has the id `before`, and lets the reader become known. */
  async function focusAndSettle(body: string) {
    const page = open(body, [json(200, ADA)])
    const { document } = page
    document.getElementById('before')?.focus()
    expect(document.activeElement?.id).toBe('before')
    await settle(page)
    return { ...page, focused: document.activeElement as HTMLElement }
  }

  it('gives it to what takes its place, which keeps it no longer than the reader stays there', async () => {
    const { focused, document } = await focusAndSettle(html)
    expect(focused.id).toBe('after')
    focused.blur()
    expect(document.getElementById('after')?.hasAttribute('tabindex')).toBe(false)
  })

  it('gives it to the copy of a template', async () => {
    const templates = html.replace(
      /<p id="after" (.*?)>Hello<\/p>/,
      '<template $1><p id="after">Hello</p></template>',
    )
    expect((await focusAndSettle(templates)).focused.id).toBe('after')
  })

  it('takes it out of the copy of a template', async () => {
    const templates = html.replace(
      /<p (data-when="unknown.*?")>(.*?)<\/p>/,
      '<template $1><p>$2</p></template>',
    )
    expect((await focusAndSettle(templates)).focused.id).toBe('after')
  })

  it.each(['tabindex="0"', 'tabindex="-1"'])('leaves the %s of a page as it is', async (tabindex) => {
    const { focused, document } = await focusAndSettle(html.replace('id="after"', `id="after" ${tabindex}`))
    expect(focused.id).toBe('after')
    focused.blur()
    expect(document.getElementById('after')?.outerHTML).toContain(tabindex)
  })

  it('gives it to nobody where nothing takes the place, or a text alone', async () => {
    const nothing = html
      .replace('data-when="connected"', 'data-when="notConnected"')
      .replace('</portico', '<i>and</i></portico')
    expect((await focusAndSettle(nothing)).focused.id).not.toBe('after')
    const words = html.replace(
      /<p id="after" (.*?)>Hello<\/p>/,
      '<template $1>Hello</template><p id="after" data-when="notConnected">Later</p>',
    )
    expect((await focusAndSettle(words)).focused.id).not.toBe('after')
  })

  it('leaves it where it is, beside the children', async () => {
    const beside = html
      .replace(' id="before"', '')
      .replace('<portico', '<button id="before">Menu</button><portico')
    expect((await focusAndSettle(beside)).focused.id).toBe('before')
  })
})

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
    ['notConnected', 'Hello, stranger', json(200, NOT_CONNECTED)],
    ['loggedOut', 'Hello, stranger', json(400, NO_SESSION)],
    ['unavailable', 'Hello, stranger', text(503, '')],
  ])('shows the child for %s', async (status, wanted, answer) => {
    const page = open(html, [answer])
    expect(page.shown()).toBe('…')
    await settle(page)
    expect(page.shown()).toBe(wanted)
    expect(page.element.getAttribute('status')).toBe(status)
  })

  it('shows the child for unknown while the answer is on its way', async () => {
    const { answer, wasAsked, come } = onItsWay(json(200, ADA))
    const page = open(html, [answer])
    await wasAsked
    expect(page.element.getAttribute('status')).toBe('loading')
    expect(page.shown()).toBe('…')
    come()
    await settle(page)
  })

  it('shows the child for all the statuses that it names', async () => {
    const more = html
      .replace('"loggedOut"', '" loggedOut\n  unavailable"')
      .replace('unknown', 'loading unknown')
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

  it('leaves what a page translator has made of it, and takes that away with the reader', async () => {
    const page = open(html, [json(200, ADA), json(200, GRACE)])
    const translator = translate(page.page.window)
    await settle(page)
    await atRest()
    expect(page.shown()).toBe('HELLO, ADA')
    page.identity.clearCachedUserSession()
    await settle(page)
    await atRest()
    expect(page.shown()).toBe('HELLO, GRACE')
    page.identity.logout()
    await atRest()
    expect(page.shown()).toBe('HELLO, STRANGER')
    expect(page.element.textContent).not.toMatch(/ada|grace/i)
    expect(translator.hasGivenUp).toBe(false)
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

  it('leaves what the server has rendered through an outage, and takes it away for good after a logout', async () => {
    const page = open(RENDERED, [text(503, ''), text(503, '')])
    await settle(page)
    expect(page.shown()).toBe('Hello, Ada')
    expect(page.element.getAttribute('status')).toBe('connected')
    page.identity.logout()
    await settle(page)
    expect(page.shown()).toBe('Hello, stranger')
    page.document.body.append(page.element)
    expect(page.element.getAttribute('status')).toBe('unavailable')
  })

  it.each(['unknown', 'loading'])(
    'says that there is an outage where the server has rendered %s',
    async (status) => {
      const page = open(`<portico-session status="${status}">${BY_ELEMENTS}</portico-session>`, [
        text(503, ''),
      ])
      await settle(page)
      expect(page.element.getAttribute('status')).toBe('unavailable')
    },
  )

  it('shows nothing of the one identity while another is asked', async () => {
    const page = open(RENDERED, [json(200, ADA)])
    await settle(page)
    const { answer, come } = onItsWay(json(200, GRACE))
    const other = openReader([answer])
    page.element.identity = other.identity
    await Promise.resolve()
    expect(page.element.outerHTML).toContain('status="loading"')
    expect(page.element.outerHTML).not.toContain('Ada')
    come()
    await settle(other)
    expect(page.shown()).toBe('Hello, Grace')
  })

  it.each(['outer', 'inner'])(
    'leaves the fields of an element within to that one: the %s answer first',
    async (first) => {
      const inner =
        '<portico-session identity="innerIdentity"><i data-field="givenName"></i></portico-session>'
      const [ada, grace] = [onItsWay(json(200, ADA)), onItsWay(json(200, GRACE))]
      const page = open(`<portico-session><b data-field="givenName"></b>${inner}</portico-session>`, [
        ada.answer,
      ])
      const other = openReader([grace.answer])
      registerGlobal(page.page.window, 'Identity', other.identity, 'inner')
      const arrive = async (way: OnItsWay, reader: Pick<Reader, 'identity'>) => {
        way.come()
        await settle(reader)
        await atRest()
      }
      if (first === 'inner') await arrive(grace, other)
      await arrive(ada, page)
      if (first === 'outer') await arrive(grace, other)
      expect(page.element.textContent).toBe('AdaGrace')
    },
  )

  it('leaves the children of an element within to that one', async () => {
    const inner = `<portico-session identity="innerIdentity">${BY_ELEMENTS}</portico-session>`
    const { answer, come } = onItsWay(json(400, NO_SESSION))
    const page = open(`<portico-session>${inner}</portico-session>`, [answer])
    const other = openReader([json(200, ADA)])
    registerGlobal(page.page.window, 'Identity', other.identity, 'inner')
    await settle(other)
    come()
    await settle(page)
    const shown = [...page.element.querySelectorAll('p:not([hidden])')].map(({ textContent }) => textContent)
    expect(shown).toEqual(['Hello, Ada'])
  })

  it('leaves the text of the server in its place where it is right, and says nothing twice', async () => {
    const page = open(RENDERED, [json(200, ADA)])
    const text = page.document.querySelector('b')?.firstChild
    await settle(page)
    expect(page.document.querySelector('b')?.firstChild).toBe(text)
    const heard = vi.fn()
    new page.page.window.MutationObserver(heard).observe(page.element, { attributeFilter: ['status'] })
    page.element.append('more')
    await atRest()
    expect(heard).not.toHaveBeenCalled()
  })

  it('leaves the comments of a framework in their place', async () => {
    const page = open(
      '<portico-session><!----><template data-when="connected">a<!---->b</template><!----><p>c</p></portico-session>',
      [json(200, ADA)],
    )
    const before = page.element.innerHTML
    await settle(page)
    expect(page.element.textContent).toBe('abc')
    page.identity.logout()
    expect(page.element.innerHTML).toBe(before)
  })

  it('copies the children that a framework has put into a template', async () => {
    const page = open('<portico-session></portico-session>', [json(200, ADA)])
    const template = page.document.createElement('template')
    template.dataset.when = 'connected'
    // As `appendChild` does in a browser. Here it would fill the content.
    Object.defineProperty(template, 'childNodes', { value: [page.document.createTextNode('Hello')] })
    page.element.append(template)
    await settle(page)
    expect(page.element.textContent).toBe('Hello')
  })

  it('shows one copy of a template where the element is a clone of one that has it', async () => {
    const page = open(`<portico-session>${BY_TEMPLATES}</portico-session>`, [json(200, ADA)])
    await settle(page)
    const clone = page.element.cloneNode(true) as SessionElement
    page.element.replaceWith(clone)
    expect(clone.textContent?.replaceAll(/\s+/g, ' ').trim()).toBe('Hello, Ada')
    page.identity.logout()
    expect(clone.textContent?.trim()).toBe('Hello, stranger')
  })

  it('takes the copy of a template away with it', async () => {
    const page = open(`<portico-session>${BY_TEMPLATES}</portico-session>`, [json(200, ADA)])
    await settle(page)
    const template = page.document.querySelector('[data-when=connected]') as HTMLTemplateElement
    template.remove()
    await vi.waitFor(() => expect(page.shown()).toBe(''))
    page.element.append(template)
    await vi.waitFor(() => expect(page.shown()).toBe('Hello, Ada'))
  })

  it('takes the copy of a template away whose text a page translator has replaced', async () => {
    const text = (status: string, words: string) => `<template data-when="${status}">${words}</template>`
    const page = open(
      `<portico-session>${text('connected', 'Hello, <b data-field="givenName"></b>!')}${text('loggedOut', 'Bye')}</portico-session>`,
      [json(200, ADA)],
    )
    await settle(page)
    translate(page.page.window)
    const clone = page.element.cloneNode(true) as SessionElement
    page.element.after(clone)
    await atRest()
    for (const { textContent } of [page.element, clone]) expect(textContent).toBe('HELLO, ADA!')
    page.identity.logout()
    await atRest()
    for (const { textContent } of [page.element, clone]) expect(textContent).toBe('BYE')
  })

  it('fills a field anew that somebody has emptied, as pages do that take over the markup of their server', async () => {
    const page = open('<portico-session><b data-field="givenName"></b></portico-session>', [json(200, ADA)])
    await settle(page)
    page.document.querySelector('b')?.replaceChildren()
    await atRest()
    expect(page.element.textContent).toBe('Ada')
  })

  it('asks once more when the page is seen, where a clearing has left the session unknown', async () => {
    const { answer, wasAsked } = onItsWay(json(400, NO_SESSION))
    const page = open(`<portico-session>${BY_ELEMENTS}</portico-session>`, [answer, json(200, ADA)])
    await wasAsked
    page.identity.clearCachedUserSession()
    expect(page.shown()).toBe('…')
    page.document.dispatchEvent(new page.page.window.Event('visibilitychange'))
    await vi.waitFor(() => expect(page.shown()).toBe('Hello, Ada'))
  })

  it('fills in fields as text', async () => {
    const page = open('<portico-session><i data-field="givenName"></i></portico-session>', [
      json(200, { ...ADA, givenName: '<img src=x onerror=alert(1)>' }),
    ])
    await settle(page)
    expect(page.document.querySelector('i')?.textContent).toBe('<img src=x onerror=alert(1)>')
    expect(page.document.querySelector('img')).toBeNull()
  })

  it('fills in what the author wants for an empty field', async () => {
    const field = '<i data-field="givenName" data-otherwise="reader"></i>'
    const page = open(`<portico-session>${field}</portico-session>`, [json(200, { ...ADA, givenName: '' })])
    await settle(page)
    expect(page.element.textContent).toBe('reader')
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

  it.each([
    ['a script', '<script data-field="givenName"></script>'],
    ['a style', '<style data-field="givenName">b { color: red }</style>'],
    ['a script of SVG', '<svg><script data-field="givenName"></script></svg>'],
    ['a style of SVG', '<svg><style data-field="givenName"></style></svg>'],
  ])('writes nothing into %s, and tells the developer once', async (_, html) => {
    const page = open(`<portico-session><b data-field="givenName"></b>${html}</portico-session>`, [
      json(200, { ...ADA, givenName: 'globalThis.isTaken = true' }),
    ])
    const field = page.element.querySelector('script, style') as Element
    const before = field.textContent
    const warn = vi.spyOn(page.page.window.console, 'warn').mockReturnValue()
    await settle(page)
    page.element.append('and more')
    await atRest()
    expect(field.textContent).toBe(before)
    expect(page.document.querySelector('b')?.textContent).toBe('globalThis.isTaken = true')
    expect(warn.mock.calls).toEqual([[`portico: <${field.localName}> takes no data-field`, field]])
  })

  it('shows no child where none is for a status', async () => {
    const children = '<p data-when=" unknown ">…</p><p data-when="disconnected">Bye</p>'
    const page = open(`<portico-session>${children}</portico-session>`, [json(200, ADA)])
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

  it('is found when it is announced, and is the same one when another is announced', async () => {
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
    early.identity = undefined
    expect(reader.listeners()).toBe(0)
  })

  it('is followed by no element that is not on the page', () => {
    const page = openPage()
    const reader = openReader([json(200, ADA)], undefined, page)
    define(page.window)
    const element = page.window.document.createElement('portico-session')
    element.identity = reader.identity
    expect(reader.listeners()).toBe(0)
    page.window.document.body.append(element)
    expect(reader.listeners()).toBe(1)
    element.remove()
    element.identity = reader.identity
    expect(reader.listeners()).toBe(0)
  })
})

describe('another identity of an element', () => {
  const named = (
    answers: Parameters<typeof openReader>[0],
    page: ReturnType<typeof openPage>,
    prefix?: string,
  ) => {
    const reader = openReader(answers, undefined, page)
    return { ...reader, remove: registerGlobal(page.window, 'Identity', reader.identity, prefix) }
  }
  const both = async (answers = [json(200, GRACE)]) => {
    const page = openPage()
    const first = named([json(200, ADA)], page)
    await settle(first)
    define(page.window)
    const { document } = page.window
    document.body.innerHTML = `<portico-session>${BY_ELEMENTS}</portico-session>`
    const element = document.querySelector('portico-session') as SessionElement
    const second = named(answers, openPage(), 'harbour')
    Reflect.set(page.window, 'harbourIdentity', second.identity)
    const name = () => element.querySelector('b')?.textContent
    return { page, document, element, first, second, name }
  }

  it('is taken when the attribute is set', async () => {
    const { element, first, second, name } = await both()
    expect(name()).toBe('Ada')
    element.setAttribute('identity', 'harbourIdentity')
    await settle(second)
    expect(name()).toBe('Grace')
    expect(first.listeners()).toBe(0)
  })

  it('is taken when the property is set to its name, and the attribute counts again without it', async () => {
    const { element, second, name } = await both()
    element.setAttribute('identity', 'schIdentity')
    element.identity = 'harbourIdentity'
    await settle(second)
    expect(name()).toBe('Grace')
    expect(element.identity).toBe('harbourIdentity')
    element.identity = ''
    expect(name()).toBe('Ada')
  })

  it('is taken when the page has made a new one after it has disposed the first', async () => {
    const { page, first, name } = await both([])
    first.remove()
    first.identity.dispose()
    page.window.sessionStorage.clear()
    const second = named([json(200, GRACE)], page)
    await settle(second)
    expect(name()).toBe('Grace')
    expect(first.listeners()).toBe(0)
    expect(second.listeners()).toBe(1)
  })

  it('is what is shown at once, also by an element that was put elsewhere before', async () => {
    const page = open(`<portico-session>${BY_ELEMENTS}</portico-session>`, [text(503, '')])
    await settle(page)
    page.document.body.append(page.element)
    expect(page.shown()).toBe('Hello, stranger')
    const { answer, wasAsked, come } = onItsWay(json(200, GRACE))
    const other = openReader([answer])
    page.element.identity = other.identity
    await wasAsked
    expect(page.shown()).toBe('…')
    come()
    await settle(other)
    expect(page.shown()).toBe('Hello, Grace')
  })

  it('is the only one that writes: nothing watches the page for the first any more', async () => {
    const { page, element, second, name } = await both()
    const { MutationObserver } = page.window
    let calls = 0
    // Two that answer each other would never end.
    page.window.MutationObserver = class extends MutationObserver {
      constructor(hear: MutationCallback) {
        super((...heard) => {
          if (calls++ < 100) hear(...heard)
        })
      }
    }
    element.setAttribute('identity', 'schIdentity')
    element.setAttribute('identity', 'harbourIdentity')
    await settle(second)
    await atRest()
    expect(calls).toBeLessThan(100)
    expect(name()).toBe('Grace')
  })

  it('is not taken where the page has set the property', async () => {
    const { page, element, first, second, name } = await both()
    element.identity = second.identity
    await settle(second)
    first.remove()
    named([], page)
    expect(name()).toBe('Grace')
  })

  it('is awaited while another client has the global, and kept when the element is put elsewhere', async () => {
    const page = openPage()
    registerGlobal(page.window, 'Identity', { hasSession: async () => ({}) })
    define(page.window)
    const { document } = page.window
    document.body.innerHTML = `<portico-session>${BY_ELEMENTS}</portico-session><main></main>`
    const element = document.querySelector('portico-session') as SessionElement
    const errors: unknown[] = []
    page.window.addEventListener('error', ({ error }) => errors.push(error))
    for (const detail of [undefined, { subscribe() {} }, { getSnapshot: () => ({}) }])
      document.dispatchEvent(new page.window.CustomEvent('schIdentity:ready', { detail }))
    expect(element.hasAttribute('status')).toBe(false)
    expect(errors).toEqual([])
    const reader = named([json(200, ADA)], page)
    document.querySelector('main')?.append(element)
    await settle(reader)
    expect(element.querySelector('b')?.textContent).toBe('Ada')
    expect(reader.listeners()).toBe(1)
    element.setAttribute('identity', 'harbourIdentity')
    expect(reader.listeners()).toBe(0)
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

  it.each<[why: string, event: MouseEventInit, type: string, requests: number]>([
    ['another button opens it elsewhere', { button: 1 }, 'auxclick', 2],
    ['another button opens its menu', { button: 2 }, 'auxclick', 1],
    ['a key opens it elsewhere', { ctrlKey: true }, 'click', 2],
    ['a key of a Mac opens it elsewhere', { metaKey: true }, 'click', 2],
    ['a key opens it in a window', { shiftKey: true }, 'click', 2],
    ['a key saves what it leads to', { altKey: true }, 'click', 2],
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

  it('logs in with the attributes, but for what the options say', () => {
    const page = login('state="of the attribute" prefer-popup')
    const called = vi.spyOn(page.identity, 'login')
    for (const options of [{ loginHint: 'h' }, { state: 's' }, { preferPopup: false }]) {
      page.login.options = options as LoginElement['options']
      click(page.text)
      expect(called).toHaveBeenLastCalledWith({ state: 'of the attribute', preferPopup: true, ...options })
    }
  })

  it('asks for a popup where the attribute says so', () => {
    const page = login('state="s" prefer-popup')
    const called = vi.spyOn(page.identity, 'login')
    click(page.text)
    expect(called).toHaveBeenCalledWith({ state: 's', preferPopup: true })
  })

  it.each(['', 'prefer-popup="false"'])('asks for no popup where the attribute is %j', (attribute) => {
    const page = login(`state="s" ${attribute}`)
    const called = vi.spyOn(page.identity, 'login')
    click(page.text)
    expect(called).toHaveBeenCalledWith({ state: 's', preferPopup: false })
  })

  it.each([
    ['no state', { loginHint: 'ada@site.example' }, 'state'],
    ['a promise', Promise.resolve({ state: 's' }), 'options is a promise'],
    ['a function that gives a promise', async () => ({ state: 's' }), 'options is a promise'],
  ])('goes the site’s own way, and says why, where the options are %s', (_, options, subject) => {
    const page = login()
    page.login.options = options as LoginElement['options']
    const errors: unknown[] = []
    page.page.window.addEventListener('error', ({ error }) => errors.push(error))
    expect(click(page.text).defaultPrevented).toBe(false)
    expect(page.page.navigations).toEqual([])
    expect(errors).toEqual([
      expect.objectContaining({ reason: 'argument-invalid', message: expect.stringContaining(subject) }),
    ])
  })

  it('has the identity that its property gives or names, as frameworks set it', () => {
    const page = login('state="s"')
    const { identity } = openReader([])
    Reflect.set(page.page.window, 'harbourIdentity', identity)
    const called = vi.spyOn(identity, 'login').mockReturnValue(null)
    for (const given of [identity, 'harbourIdentity']) {
      page.login.identity = given
      expect(page.login.identity).toBe(given)
      click(page.text)
    }
    expect(called).toHaveBeenCalledTimes(2)
    for (const name of ['identity', 'options'])
      for (const element of [page.login, page.document.createElement('portico-logout')])
        expect(Object.getOwnPropertyDescriptor(Object.getPrototypeOf(element), name)?.set).toBeDefined()
  })

  it.each(['submit', 'button', 'image'])('may be an input of type %s, and no other input', (type) => {
    const page = open(`<portico-logout><input type="${type}"><input type="email"></portico-logout>`, [])
    const called = vi.spyOn(page.identity, 'logout').mockReturnValue()
    const [button, email] = page.document.querySelectorAll('input')
    click(email as Element)
    expect(called).not.toHaveBeenCalled()
    expect(click(button as Element).defaultPrevented).toBe(true)
    expect(called).toHaveBeenCalledOnce()
  })

  it('may be in a shadow root of the site', () => {
    const page = open('<portico-logout><site-button></site-button></portico-logout>', [])
    const called = vi.spyOn(page.identity, 'logout').mockReturnValue()
    const root = page.document.querySelector('site-button')?.attachShadow({ mode: 'open' }) as ShadowRoot
    root.innerHTML = '<i>Bye</i><button>Log out</button>'
    const errors: unknown[] = []
    page.page.window.addEventListener('error', ({ error }) => errors.push(error))
    click(root.querySelector('i') as Element)
    expect(errors).toEqual([])
    expect(called).not.toHaveBeenCalled()
    click(root.querySelector('button') as Element)
    expect(called).toHaveBeenCalledOnce()
  })

  it('works by itself where an element of the page has the name of the identity', () => {
    const page = openPage()
    define(page.window)
    const { document } = page.window
    // As a browser shows it: on an object behind the window.
    const behind = Object.getPrototypeOf(page.window)
    behind.schIdentity = document.createElement('i')
    onTestFinished(() => void delete behind.schIdentity)
    const errors: unknown[] = []
    page.window.addEventListener('error', ({ error }) => errors.push(error))
    document.body.innerHTML = '<portico-login state="s"><a href="/login">Log in</a></portico-login>'
    expect(click(document.querySelector('a') as Element).defaultPrevented).toBe(false)
    expect(errors).toEqual([])
  })

  it('is within the element, which may itself be within another link', () => {
    const page = open('<a href="/elsewhere"><portico-logout><i>Log out</i></portico-logout></a>', [])
    const called = vi.spyOn(page.identity, 'logout').mockReturnValue()
    expect(click(page.document.querySelector('i') as Element).defaultPrevented).toBe(false)
    expect(called).not.toHaveBeenCalled()
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

  it('goes the site’s own way to log out where the identity is over', () => {
    const page = open('<portico-logout><a href="/logout">Log out</a></portico-logout>', [])
    const errors: unknown[] = []
    page.page.window.addEventListener('error', ({ error }) => errors.push(error))
    page.identity.dispose()
    expect(click(page.document.querySelector('a') as Element).defaultPrevented).toBe(false)
    expect(errors).toEqual([expect.objectContaining({ reason: 'disposed' })])
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
