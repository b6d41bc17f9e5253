import { describe, expect, it, vi } from 'vitest'
import { createIdentity } from '../../../core/index.ts'
import { login } from '../../../plugins/login/login.ts'
import { simplifiedLogin } from '../../../plugins/login/simplified-login.ts'
import { userContext } from '../../../plugins/login/user-context.ts'
import { fetchTransport } from '../../../plugins/transport/fetch-transport.ts'
import { ENV, optionsFor, rejection } from '../../support/fixtures.ts'
import { openPage } from '../../support/page.ts'
import { sdkError } from '../../support/sdk-error.ts'
import { watch } from '../../support/watch.ts'
import { type Callback, openWidgetPage as start, USER } from './widget-page.ts'

const query = (url: string | undefined) => Object.fromEntries(new URL(url ?? '').searchParams)

describe('the widget', () => {
  it('is loaded, and opened with what it needs', async () => {
    const { page, identity, opened, scripts, scriptsAre, arrive } = start()
    page.answer(USER)
    const shown = identity.showSimplifiedLoginWidget({ state: 's' })
    await scriptsAre(1)
    expect(scripts[0]?.src).toBe('https://account.example/authn/simplified-login-widget?client_id=client-1')
    expect(scripts[0]?.nonce).toBe('')
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

  it('is unavailable without a request where the environment has none', async () => {
    const page = openPage()
    const plugins = [fetchTransport(), userContext(), login(), simplifiedLogin()] as const
    const identity = createIdentity(optionsFor(page, { env: { ...ENV, widgetUrl: undefined } }), plugins)
    expect(await rejection(identity.showSimplifiedLoginWidget({ state: 's' }))).toMatchObject(
      sdkError('widget-unavailable', 'widgetUrl. The environment has none'),
    )
    expect(page.requests).toEqual([])
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

  it('takes null for no options, as the account-sdk-browser does', async () => {
    const { params } = await start().show({ state: 's', locale: 'nb_NO' }, null as never)
    expect(params.locale).toBe('nb_NO')
  })

  it('is not loaded when it is there already', async () => {
    const run = start()
    await run.show({ state: 's' })
    expect(run.opened).toHaveLength(1)
    expect(run.scripts).toEqual([])
  })

  it('is loaded by each who asks before it is there, and by nobody later', async () => {
    const { page, identity, compose, scripts, scriptsAre, arrive, opened } = start()
    page.answer(USER, USER, USER)
    const shown = [identity, compose()].map((one) => one.showSimplifiedLoginWidget({ state: 's' }))
    await scriptsAre(2)
    arrive()
    scripts[0]?.onload?.(undefined as never)
    expect(await Promise.all(shown)).toEqual([true, true])
    expect(await identity.showSimplifiedLoginWidget({ state: 's' })).toBe(true)
    expect(scripts).toHaveLength(2)
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

  it('returns a promise from each callback, whatever becomes of it', async () => {
    const run = start()
    const { callbacks } = await run.show({ state: () => Promise.reject(new Error('boom')) })
    expect(callbacks).toHaveLength(4)
    for (const callback of callbacks) {
      const returned = callback()
      expect(returned).toBeInstanceOf(Promise)
      expect(await returned).toBeUndefined()
    }
  })

  it.each([
    [
      'throws',
      () => {
        throw new Error('boom')
      },
      { reason: 'callback-failed', message: expect.stringContaining('state'), cause: new Error('boom') },
    ],
    [
      'rejects',
      () => Promise.reject(new Error('boom')),
      { reason: 'callback-failed', message: expect.stringContaining('state'), cause: new Error('boom') },
    ],
    ['gives no state', () => '', { reason: 'argument-invalid', message: expect.stringContaining('state') }],
    [
      'gives none later',
      async () => undefined,
      { reason: 'argument-invalid', message: expect.stringContaining('state') },
    ],
  ])('is an error event, and nobody is logged in, when the state function %s', async (_, state, error) => {
    const run = start()
    const { callbacks } = await run.show({ state })
    await callbacks[0]?.()
    expect(run.heard).toEqual([['error', expect.objectContaining(error)]])
    expect(run.page.navigations).toEqual([])
  })
})

describe('the widget is refused, before anything is asked,', () => {
  it.each([
    [{}, undefined, 'state'],
    [{ state: '' }, undefined, 'state'],
    [{ state: 5 }, undefined, 'state'],
    [undefined, undefined, 'state'],
    [{ state: 's', acrValues: 'x' }, undefined, 'acrValues is "x"'],
    [{ state: () => 's', prompt: 'ask' }, undefined, 'prompt is "ask"'],
    [{ state: 's', locale: 'nb' }, undefined, 'locale is "nb"'],
    [{ state: 's', redirectUri: 'javascript:alert(1)' }, undefined, 'redirectUri is "javascript:alert(1)"'],
    [{ state: 's' }, { encoding: 'x-utf-8' }, 'encoding is "x-utf-8"'],
    [{ state: 's' }, { encoding: 'utf-8x' }, 'encoding is "utf-8x"'],
    [{ state: 's' }, { encoding: 'latin1' }, 'encoding is "latin1"'],
  ])('with %j and %j', async (given, options, message) => {
    const { identity, page, scripts } = start()
    expect(
      await rejection(identity.showSimplifiedLoginWidget(given as never, options as never)),
    ).toMatchObject(sdkError('argument-invalid', message))
    expect([page.requests, scripts, page.navigations]).toEqual([[], [], []])
  })

  it.each(['UTF-8', 'Iso-8859-1'])('but takes the encoding %s in any case', async (encoding) => {
    const { page, identity, scripts, scriptsAre, arrive } = start()
    page.answer(USER)
    const shown = identity.showSimplifiedLoginWidget({ state: 's' }, { encoding: encoding as 'utf-8' })
    await scriptsAre(1)
    expect(query(scripts[0]?.src)).toEqual({ client_id: 'client-1', encoding })
    arrive()
    expect(await shown).toBe(true)
  })

  it.each(['nb', 'fi', 'en-GB'])(
    'but takes %s, as any tag, for the language of the widget',
    async (locale) => {
      expect((await start().show({ state: 's' }, { locale })).params.locale).toBe(locale)
    },
  )
})
