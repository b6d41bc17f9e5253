import { createContext, runInContext } from 'node:vm'
import { Window } from 'happy-dom'
import { describe, expect, it, vi } from 'vitest'
import { type RelayPageOptions, relayPage, relayScript } from '../../server/relay.ts'
import { fakePopup, openOpener } from '../plugins/login/opener-page.ts'
import { ADA, thrown } from '../support/fixtures.ts'
import { json } from '../support/page.ts'
import { sdkError } from '../support/sdk-error.ts'

const OPTIONS: RelayPageOptions = { clientId: 'client-1', next: '/' }
const ORIGIN = 'https://www.site.example'

/** The page as a browser reads it. */
function read(html: string) {
  const { document } = new Window({ url: `${ORIGIN}/done` })
  document.write(html)
  const scripts = [...document.querySelectorAll('script')]
  const [link] = document.querySelectorAll('a')
  return { document, scripts, script: scripts[0], link }
}

/** Runs the script as its page would. */
function run(data: object = { client: 'client-1' }, more: object = {}) {
  const opener = { postMessage: vi.fn() }
  const location = { origin: ORIGIN, replace: vi.fn() }
  const page = { opener, location, close: vi.fn(), setTimeout: vi.fn(), ...more }
  const document = { currentScript: { dataset: data } }
  runInContext(relayScript, createContext({ ...page, document, BroadcastChannel }))
  return page
}

describe('the script of the relay', () => {
  it('the relay’s script fits into 400 bytes', () => {
    expect(Buffer.byteLength(relayScript)).toBeLessThan(400)
  })

  it('the relay calls the window that opened it, at its own origin alone, and closes', () => {
    const { opener, close, setTimeout } = run()
    const message = expect.stringMatching(/^portico\.login client-1 0\.\d+$/)
    expect(opener.postMessage).toHaveBeenCalledExactlyOnceWith(message, ORIGIN)
    expect(close).toHaveBeenCalledOnce()
    expect(setTimeout).not.toHaveBeenCalled()
  })

  it('the relay calls another origin, where its page says so', () => {
    const { opener } = run({ client: 'client-1', origin: 'https://site.example' })
    expect(opener.postMessage).toHaveBeenCalledExactlyOnceWith(expect.anything(), 'https://site.example')
  })

  it('the relay wakes a page that waits, and that page asks the session service', async () => {
    const { page, identity, give } = openOpener()
    give(fakePopup())
    const login = identity.loginPopup({ state: 's' })
    page.answer(json(200, ADA))
    run(undefined, { opener: null })
    expect(await login).toEqual({ outcome: 'connected' })
  })

  it.each([
    ['denies channels', { BroadcastChannel: undefined }],
    ['has cut it off', { opener: null }],
  ])('the relay also closes where the browser %s', (_, more) => {
    expect(run(undefined, more).close).toHaveBeenCalledOnce()
  })

  it('the relay goes on to the next page where its window does not close', () => {
    const { location, setTimeout } = run({ client: 'client-1', next: '/home' })
    expect(location.replace).not.toHaveBeenCalled()
    setTimeout.mock.calls[0]?.[0]()
    expect(location.replace).toHaveBeenCalledExactlyOnceWith('/home')
  })
})

describe('the page of the relay', () => {
  it('the relay’s page has one script, the library’s own to the letter, and a link for whoever stays', () => {
    const { document, scripts, script, link } = read(relayPage(OPTIONS))
    expect(scripts).toHaveLength(1)
    expect(script?.textContent).toBe(relayScript)
    expect({ ...script?.dataset }).toEqual({ client: 'client-1', next: '/' })
    expect(link?.getAttribute('href')).toBe('/')
    expect(document.title).toBe('Continue')
    expect(document.documentElement.lang).toBe('en')
    expect(document.querySelector('meta[name=referrer]')?.getAttribute('content')).toBe('no-referrer')
  })

  it('the relay’s page takes a nonce, texts, and the origin of the page to wake', () => {
    const page = { nonce: 'bm9uY2U=', text: 'Til forsiden', lang: 'nb', opener: 'https://site.example' }
    const { document, script, link } = read(relayPage({ ...OPTIONS, ...page }))
    expect(script?.getAttribute('nonce')).toBe('bm9uY2U=')
    expect(script?.dataset.origin).toBe('https://site.example')
    expect([document.title, link?.textContent, document.documentElement.lang]).toEqual([
      'Til forsiden',
      'Til forsiden',
      'nb',
    ])
  })

  it('the relay’s script element has the attributes that the script needs, and no others', () => {
    const page = { nonce: 'n', opener: 'http://site.example' }
    const attributes = ' nonce="n" data-client="client-1" data-next="/" data-origin="http://site.example"'
    expect(relayPage({ ...OPTIONS, ...page })).toContain(`<script${attributes}>`)
  })

  it.each(['/relay.js', 'https://static.site.example/relay.js'])(
    'the relay’s page takes the script from %s',
    (src) => {
      const { script } = read(relayPage({ ...OPTIONS, src }))
      expect(script?.getAttribute('src')).toBe(src)
      expect(script?.textContent).toBe('')
    },
  )

  const EVIL = `"'><script>alert(1)</script><!--&amp;\``
  it.each(['clientId', 'text', 'lang', 'nonce'])(
    'the relay’s page holds no markup that came as %s',
    (name) => {
      const { document, scripts } = read(relayPage({ ...OPTIONS, [name]: EVIL }))
      expect(scripts).toHaveLength(1)
      expect(scripts[0]?.textContent).toBe(relayScript)
      const held = [scripts[0]?.dataset.client, document.title, document.documentElement.lang]
      expect([...held, scripts[0]?.getAttribute('nonce')]).toContain(EVIL)
      expect(document.body.children).toHaveLength(2)
    },
  )

  it('markup in an address stays within its attribute of the relay’s page', () => {
    const { scripts, link } = read(relayPage({ ...OPTIONS, next: '/?"><script>alert(1)</script>' }))
    expect(scripts).toHaveLength(1)
    expect(link?.getAttribute('href')).toBe('/?"><script>alert(1)</script>')
  })

  const ADDRESSES = [
    ...[
      'javascript:alert(1)',
      'JavaScript:alert(1)',
      ' javascript:alert(1)',
      'data:text/html,x',
      'blob:https://a/b',
    ],
    ...[
      '//evil.example',
      '/\\evil.example',
      '\\\\evil.example',
      'https:/\\evil.example',
      'https://',
      'next',
      '',
    ],
    ...['/\t/evil.example', '\n/x', undefined, null, 7, {}, { toString: () => '/' }],
  ]
  it.each(['next', 'src'])('relayPage refuses for %s what is neither a path nor an http(s) URL', (name) => {
    for (const value of ADDRESSES.filter((wrong) => name === 'next' || wrong !== undefined))
      expect([value, thrown(() => relayPage({ ...OPTIONS, [name]: value } as never))]).toEqual([
        value,
        expect.objectContaining({
          reason: 'argument-invalid',
          message: expect.stringMatching(new RegExp(`${name} is .*a path that begins with one slash`)),
        }),
      ])
  })

  it.each([
    ...['*', 'null', 'https://site.example/', 'https://site.example/path', 'ftp://site.example', 7, ''],
    ...['https://site example', 'https://[', 'https://site.example:port'],
  ])('relayPage refuses %s for the origin of the page to wake', (opener) => {
    expect(thrown(() => relayPage({ ...OPTIONS, opener } as never))).toMatchObject(
      sdkError('argument-invalid', /opener is .*an origin, such as https:/),
    )
  })

  it.each([{ text: null }, { text: 7 }, { lang: null }])(
    'relayPage wants text, and refuses %j',
    (options) => {
      const [name] = Object.keys(options)
      expect(thrown(() => relayPage({ ...OPTIONS, ...options } as never))).toMatchObject({
        reason: 'argument-invalid',
        message: expect.stringMatching(new RegExp(`${name} is (null|7). Give text`)),
      })
    },
  )

  it.each([undefined, {}, { next: '/' }, { next: '/', clientId: ' ' }, { next: '/', clientId: 7 }])(
    'relayPage refuses %j, which names no client',
    (options) => {
      expect(thrown(() => relayPage(options as never))).toMatchObject(
        sdkError('argument-invalid', /clientId is .*the client identifier/),
      )
    },
  )
})
