import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createIdentity } from '../../core/create-identity.ts'
import type { Plugin } from '../../core/plugin.ts'
import { fetchTransport } from '../../plugins/fetch-transport.ts'
import { popupLogin } from '../../plugins/popup-login.ts'
import { simplifiedLogin } from '../../plugins/simplified-login.ts'
import { userContext } from '../../plugins/user-context.ts'
import { optionsFor, rejection, thrown } from '../support/fixtures.ts'
import { json, openPage, text } from '../support/page.ts'
import { watch } from '../support/watch.ts'

const KNOWN = {
  identifier: 'uuid-ada',
  display_text: 'ada@example.com',
  client_name: 'Site',
  provider_id: 'p',
}
const USER = json(200, KNOWN)

type Callback = () => unknown
type Opened = { params: Record<string, unknown>; callbacks: Callback[] }

function start(more: object = {}) {
  const page = openPage()
  const opened: Opened[] = []
  const scripts: HTMLScriptElement[] = []
  const heard: unknown[] = []
  const open = (params: Record<string, unknown>, ...callbacks: Callback[]) =>
    opened.push({ params, callbacks })
  // The page takes the script and does not load it: the test says what becomes of it.
  page.window.document.head.append = (script) => void scripts.push(script as HTMLScriptElement)
  const compose = () => {
    const plugins = [fetchTransport(), userContext(), simplifiedLogin(), popupLogin()] as const
    const identity = createIdentity(optionsFor(page, more), plugins)
    identity.on('simplifiedLoginOpened', (payload) => heard.push(['opened', payload]))
    identity.on('simplifiedLoginCancelled', (payload) => heard.push(['cancelled', payload]))
    identity.on('error', (error) => heard.push(['error', error.reason, error.message, error.cause]))
    return identity
  }
  return {
    page,
    compose,
    identity: compose(),
    opened,
    scripts,
    heard,
    /** The script has loaded, and defined the widget. */
    arrive(widget: unknown = open) {
      Object.assign(page.window, { openSimplifiedLoginWidget: widget })
      scripts.at(-1)?.onload?.(undefined as never)
    },
    async scriptsAre(count: number) {
      await vi.waitFor(() => expect(scripts).toHaveLength(count))
    },
    /** Shows the widget; gives what it was opened with. */
    async show(login: object, options?: object): Promise<Opened> {
      page.answer(USER)
      Object.assign(page.window, { openSimplifiedLoginWidget: open })
      expect(await this.identity.showSimplifiedLoginWidget(login as never, options as never)).toBe(true)
      return opened.at(-1) as Opened
    },
  }
}

const query = (url: string | undefined) => Object.fromEntries(new URL(url ?? '').searchParams)

describe('the widget', () => {
  it('is loaded, and opened with what it needs', async () => {
    const { page, identity, opened, scripts, scriptsAre, arrive } = start()
    page.answer(USER)
    const shown = identity.showSimplifiedLoginWidget({ state: 's' })
    await scriptsAre(1)
    expect(scripts[0]?.src).toBe('https://account.example/authn/simplified-login-widget?client_id=client-1')

    expect(Object.hasOwn(scripts[0] as HTMLScriptElement, 'nonce')).toBe(false)
    arrive()
    expect(await shown).toBe(true)
    expect(opened).toHaveLength(1)
    expect(opened[0]?.params).toEqual({
      displayText: 'ada@example.com',
      env: 'TEST',
      clientName: 'Site',
      clientId: 'client-1',
      providerId: 'p',
      windowWidth: expect.any(Function),
      windowOnResize: expect.any(Function),
    })
  })

  it('has a URL that plugins can tell from others', async () => {
    const { page, scripts, scriptsAre } = start()
    const kinds: string[] = []
    const watcher: Plugin = {
      name: 'watcher',
      setup: (kernel) => kernel.hook('url:build', ({ kind }) => void kinds.push(kind)),
    }
    const plugins = [fetchTransport(), userContext(), simplifiedLogin(), watcher] as const
    page.answer(USER)
    const shown = rejection(
      createIdentity(optionsFor(page), plugins).showSimplifiedLoginWidget({ state: 's' }),
    )
    await scriptsAre(1)
    scripts[0]?.onerror?.('')
    await shown
    expect(kinds).toEqual(['login', 'user-context', 'widget'])
  })

  it('has the encoding, the nonce and the language that the caller gives', async () => {
    const { page, identity, opened, scripts, scriptsAre, arrive } = start()
    page.answer(USER)
    const options = { encoding: 'iso-8859-15', nonce: 'n-1', locale: 'fi_FI' } as const
    const shown = identity.showSimplifiedLoginWidget({ state: 's', locale: 'nb_NO' }, options)
    await scriptsAre(1)
    expect(scripts[0]?.src).toMatch(/\?client_id=client-1&encoding=iso-8859-15$/)
    expect(scripts[0]?.nonce).toBe('n-1')
    arrive()
    await shown
    expect(opened[0]?.params.locale).toBe('fi_FI')
    expect((await start().show({ state: 's', locale: 'nb_NO' })).params.locale).toBe('nb_NO')
  })

  it('is not loaded when it is there already', async () => {
    const run = start()
    await run.show({ state: 's' })
    expect(run.opened).toHaveLength(1)
    expect(run.scripts).toEqual([])
  })

  it('is loaded once for all who ask at once, by whichever instance', async () => {
    const { page, identity, compose, scripts, scriptsAre, arrive, opened } = start()
    page.answer(USER, USER, USER)
    const shown = [identity, identity, compose()].map((one, index) =>
      one.showSimplifiedLoginWidget(
        { state: 's' },
        index ? { encoding: index > 1 ? 'iso-8859-1' : 'utf-8' } : {},
      ),
    )
    await scriptsAre(1)
    await vi.waitFor(() => expect(page.requests).toHaveLength(3))
    arrive()
    expect(await Promise.all(shown)).toEqual([true, true, true])
    expect(scripts).toHaveLength(1)
    expect(opened).toHaveLength(3)
  })

  it('knows the width of the window, and hears of its changes beside others, until dispose', async () => {
    const run = start()
    const watched = watch(run.page.window)
    const { params } = await run.show({ state: 's' })
    expect((params.windowWidth as Callback)()).toBe(run.page.window.innerWidth)
    const [theirs, ours] = [vi.fn(), vi.fn()]
    run.page.window.onresize = theirs
    ;(params.windowOnResize as (listener: Callback) => void)(ours)
    const { Event } = run.page.window
    run.page.window.dispatchEvent(new Event('resize'))
    expect(theirs).toHaveBeenCalledOnce()
    expect(ours).toHaveBeenCalledOnce()
    run.identity.dispose()
    run.page.window.dispatchEvent(new Event('resize'))
    expect(ours).toHaveBeenCalledOnce()
    expect(watched.leftovers().filter((left) => left.startsWith('listener'))).toEqual([])
  })

  it('tells when it opens and when it is closed', async () => {
    const run = start()
    const { callbacks } = await run.show({ state: 's' })
    callbacks[2]?.()
    callbacks[3]?.()
    expect(run.heard).toEqual([
      ['opened', null],
      ['cancelled', null],
    ])
  })
})

describe('to continue', () => {
  it('logs in as that user with the parameters of the caller, whose object stays as it is', async () => {
    const run = start()
    const login = Object.freeze({ state: 's-1', scope: 'openid x', loginHint: 'mine', tag: 't' })
    const { callbacks } = await run.show(login)
    callbacks[0]?.()
    expect(query(run.page.navigations[0])).toMatchObject({
      state: 's-1',
      scope: 'openid x',
      tag: 't',
      login_hint: 'uuid-ada',
      prompt: 'select_account',
    })
  })

  it('as somebody else prompts for the login', async () => {
    const run = start()
    const { callbacks } = await run.show({ state: 's-1', prompt: 'select_account' })
    callbacks[1]?.()
    expect(query(run.page.navigations[0])).toMatchObject({ login_hint: 'uuid-ada', prompt: 'login' })
  })

  it.each([
    ['', (n: number) => `state-${n}`],
    ['an async ', async (n: number) => `state-${n}`],
  ])('calls %sfunction for the state anew each time', async (_, make) => {
    const run = start()
    let n = 0
    const { callbacks } = await run.show({ state: () => make(++n) })
    expect(n).toBe(0)
    await callbacks[0]?.()
    await callbacks[0]?.()
    await callbacks[1]?.()
    expect(run.page.navigations.map((url) => query(url).state)).toEqual(['state-1', 'state-2', 'state-3'])
  })

  it('opens a popup within the gesture when the state is there at once', async () => {
    const run = start()
    const open = vi.fn(() => ({}) as Window)
    Object.defineProperty(run.page.window, 'open', { value: open })
    const { callbacks } = await run.show({ state: () => 's', preferPopup: true })
    callbacks[0]?.()
    expect(open).toHaveBeenCalledOnce()
  })

  it.each([
    [
      'throws',
      () => {
        throw new Error('boom')
      },
      ['callback-failed', 'The state function threw: nobody was logged in.', new Error('boom')],
    ],
    [
      'rejects',
      () => Promise.reject(new Error('boom')),
      ['callback-failed', 'The state function threw: nobody was logged in.', new Error('boom')],
    ],
    [
      'gives no state',
      () => '',
      ['argument-invalid', 'state is an empty string: give an unguessable string.', undefined],
    ],
    [
      'gives none later',
      async () => undefined,
      ['argument-invalid', 'state is nothing: give an unguessable string.', undefined],
    ],
  ])('is an error event, and nobody is logged in, when the state function %s', async (_, state, error) => {
    const run = start()
    const { callbacks } = await run.show({ state })
    await callbacks[0]?.()
    expect(run.heard).toEqual([['error', ...error]])
    expect(run.page.navigations).toEqual([])
  })
})

describe('the widget is refused, before anything is asked,', () => {
  it.each([
    [{}, undefined, 'state is nothing'],
    [{ state: '' }, undefined, 'state is an empty string'],
    [{ state: 5 }, undefined, 'state is a number'],
    [undefined, undefined, 'loginParams is nothing: give an object with at least a state.'],
    [{ state: 's', acrValues: 'x' }, undefined, 'acrValues is "x"'],
    [{ state: () => 's', prompt: 'none' }, undefined, 'prompt is "none"'],
    [{ state: 's' }, 'utf-8', 'options is "utf-8": give an object, or leave it out.'],
    [{ state: 's' }, { encoding: 'x-utf-8' }, 'encoding is "x-utf-8"'],
    [{ state: 's' }, { encoding: 'utf-8x' }, 'encoding is "utf-8x"'],
    [{ state: 's' }, { encoding: 'latin1' }, 'encoding is "latin1": give utf-8, iso-8859-1 or iso-8859-15.'],
    [{ state: 's' }, { encoding: ['utf-8'] }, 'encoding is an array'],
    [{ state: 's' }, { locale: 'nb' }, 'locale is "nb"'],
    [{ state: 's' }, { nonce: 5 }, 'nonce is a number'],
  ])('with %j and %j', async (login, options, message) => {
    const { identity } = start()
    expect(
      await rejection(identity.showSimplifiedLoginWidget(login as never, options as never)),
    ).toMatchObject({
      reason: 'argument-invalid',
      message: expect.stringContaining(message),
    })
  })

  it('without the plugin that knows the user', () => {
    const { page } = start()
    expect(thrown(() => createIdentity(optionsFor(page), [simplifiedLogin()]))).toMatchObject({
      message: 'Plugin simplified-login needs plugin user-context: compose it too.',
    })
  })
})

describe('the widget is unavailable', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
  afterEach(() => void vi.useRealTimers())

  const withTimers = (more = {}) => {
    const run = start(more)
    Object.assign(run.page.window, { setTimeout, clearTimeout })
    return run
  }

  it('when nobody is logged in', async () => {
    const { page, identity, scripts } = start()
    page.answer(text(404, ''))
    expect(await rejection(identity.showSimplifiedLoginWidget({ state: 's' }))).toMatchObject({
      reason: 'widget-unavailable',
      message: expect.stringContaining('no user is logged in'),
    })
    expect(scripts).toEqual([])
  })

  it('when its script fails; the next call tries again', async () => {
    const { page, identity, scripts, arrive } = withTimers()
    page.answer(USER, USER, USER)
    const failed = [1, 2].map(() => rejection(identity.showSimplifiedLoginWidget({ state: 's' })))
    await vi.waitFor(() => expect(scripts).toHaveLength(1))
    await vi.waitFor(() => expect(page.requests).toHaveLength(2))
    const remove = vi.spyOn(scripts[0] as HTMLScriptElement, 'remove')
    scripts[0]?.onerror?.('')
    for (const error of await Promise.all(failed))
      expect(error).toMatchObject({
        reason: 'widget-unavailable',
        message: 'The widget cannot be shown: its script did not load.',
        cause: new Error('The script could not be loaded: is it blocked, or is the service down?'),
      })
    expect(remove).toHaveBeenCalledOnce()
    const shown = identity.showSimplifiedLoginWidget({ state: 's' })
    await vi.waitFor(() => expect(scripts).toHaveLength(2))
    arrive()
    expect(await shown).toBe(true)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('when its script does not arrive in time', async () => {
    const { page, identity, scripts } = withTimers()
    page.answer(USER)
    const failed = rejection(identity.showSimplifiedLoginWidget({ state: 's' }))
    await vi.waitFor(() => expect(scripts).toHaveLength(1))
    vi.advanceTimersByTime(20_000)
    expect(await failed).toMatchObject({
      reason: 'widget-unavailable',
      cause: new Error('The script did not arrive in time.'),
    })
  })

  it.each([null, 'no function'])('when its script defines %j for a widget', async (widget) => {
    const { page, identity, scripts, arrive } = start()
    page.answer(USER)
    const failed = rejection(identity.showSimplifiedLoginWidget({ state: 's' }))
    await vi.waitFor(() => expect(scripts).toHaveLength(1))
    arrive(widget)
    expect(await failed).toMatchObject({
      reason: 'widget-unavailable',
      message: 'The widget cannot be shown: its script defines no widget.',
    })
  })

  it('when it throws', async () => {
    const { page, identity, arrive } = start()
    const boom = new Error('boom')
    page.answer(USER)
    arrive(() => {
      throw boom
    })
    expect(await rejection(identity.showSimplifiedLoginWidget({ state: 's' }))).toMatchObject({
      reason: 'widget-unavailable',
      message: 'The widget cannot be shown: it threw.',
      cause: boom,
    })
  })
})

describe('a page with Trusted Types', () => {
  const WIDGET = 'https://account.example/authn/simplified-login-widget?client_id=client-1'

  it('gets its URL from a policy, made once, that passes this script and no other', async () => {
    const { page, identity, scripts, scriptsAre } = start()
    const rules: { createScriptURL(url: string): string }[] = []
    const createPolicy = vi.fn((_name: string, rule: { createScriptURL(url: string): string }) => {
      rules.push(rule)
      return { createScriptURL: (url: string) => `${rule.createScriptURL(url)}#trusted` }
    })
    Object.assign(page.window, { trustedTypes: { createPolicy } })
    page.answer(USER, USER)
    const first = rejection(identity.showSimplifiedLoginWidget({ state: 's' }))
    await scriptsAre(1)
    expect(scripts[0]?.src).toBe(`${WIDGET}#trusted`)
    expect(rules[0]?.createScriptURL('https://evil.example/x.js')).toBe('')
    scripts[0]?.onerror?.('')
    await first
    const second = rejection(identity.showSimplifiedLoginWidget({ state: 's' }))
    await scriptsAre(2)
    scripts[1]?.onerror?.('')
    await second
    expect(createPolicy).toHaveBeenCalledOnce()
    expect(createPolicy.mock.calls[0]?.[0]).toBe('portico')
  })

  it('that allows no such policy is tried without, and refuses for itself', async () => {
    const { page, identity, scripts } = start()
    const createPolicy = () => {
      throw new TypeError('policy disallowed')
    }
    Object.assign(page.window, { trustedTypes: { createPolicy } })
    page.window.document.head.append = (script) => {
      scripts.push(script as HTMLScriptElement)
      throw new TypeError('this page demands TrustedScriptURL')
    }
    page.answer(USER)
    expect(await rejection(identity.showSimplifiedLoginWidget({ state: 's' }))).toMatchObject({
      reason: 'widget-unavailable',
      cause: expect.any(TypeError),
    })
    expect(scripts[0]?.src).toBe(WIDGET)
  })
})
