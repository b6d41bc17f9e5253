import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { rejection } from '../../support/fixtures.ts'
import { text } from '../../support/page.ts'
import { openWidgetPage as start, USER } from './widget-page.ts'

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
    })
    expect(scripts).toEqual([])
  })

  it('when its script fails; the next call tries again', async () => {
    const { page, identity, scripts, scriptsAre, arrive } = withTimers()
    page.answer(USER, USER)
    const failed = rejection(identity.showSimplifiedLoginWidget({ state: 's' }))
    await scriptsAre(1)
    scripts[0]?.onerror?.('')
    await vi.advanceTimersByTimeAsync(1500)
    expect(await failed).toMatchObject({ reason: 'widget-unavailable' })
    const shown = identity.showSimplifiedLoginWidget({ state: 's' })
    await scriptsAre(2)
    arrive()
    expect(await shown).toBe(true)
  })

  it('for no longer than the attempt that failed: its time ends no later one', async () => {
    const { page, identity, scripts, scriptsAre, arrive } = withTimers()
    page.answer(USER, USER)
    const failed = rejection(identity.showSimplifiedLoginWidget({ state: 's' }))
    await scriptsAre(1)
    scripts[0]?.onerror?.('')
    await vi.advanceTimersByTimeAsync(1501)
    await failed
    const shown = identity.showSimplifiedLoginWidget({ state: 's' })
    await scriptsAre(2)
    await vi.advanceTimersByTimeAsync(19_999)
    arrive()
    expect(await shown).toBe(true)
  })

  it('when its script does not arrive in time', async () => {
    const { page, identity, scriptsAre } = withTimers()
    page.answer(USER)
    const failed = rejection(identity.showSimplifiedLoginWidget({ state: 's' }))
    await scriptsAre(1)
    const settled = vi.fn()
    failed.then(settled)
    await vi.advanceTimersByTimeAsync(19_999)
    expect(settled).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(await failed).toMatchObject({ reason: 'widget-unavailable' })
  })

  it.each([null, 'no function'])('when its script defines %j for a widget', async (widget) => {
    const { page, identity, scriptsAre, arrive } = start()
    page.answer(USER)
    const failed = rejection(identity.showSimplifiedLoginWidget({ state: 's' }))
    await scriptsAre(1)
    arrive(widget)
    expect(await failed).toMatchObject({ reason: 'widget-unavailable' })
  })
})

describe('a page with Trusted Types', () => {
  const WIDGET = 'https://account.example/authn/simplified-login-widget?client_id=client-1'

  /** A page for which no policy was made yet: the library makes one for all instances of a page. */
  const startAnew = async () => {
    vi.resetModules()
    return (await import('./widget-page.ts')).openWidgetPage()
  }

  it('gets its URL from a policy, made once for all instances, whichever client they are of', async () => {
    const { page, identity, compose, scripts, scriptsAre } = await startAnew()
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
    scripts[0]?.onerror?.('')
    await first
    const second = rejection(compose({ clientId: 'client-2' }).showSimplifiedLoginWidget({ state: 's' }))
    await scriptsAre(2)
    scripts[1]?.onerror?.('')
    await second
    expect(scripts[1]?.src).toBe(`${WIDGET.replace('client-1', 'client-2')}#trusted`)
    expect(createPolicy).toHaveBeenCalledOnce()
    expect(createPolicy.mock.calls[0]?.[0]).toBe('portico')
  })

  it('that allows no such policy is tried without, and refuses for itself', async () => {
    const { page, identity, scripts } = await startAnew()
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

  it('leaves no timer behind once it is there', async () => {
    const { page, opened, identity, scriptsAre, arrive } = start()
    const set = vi.spyOn(page.window, 'setTimeout')
    const clear = vi.spyOn(page.window, 'clearTimeout')
    page.answer(USER)
    const shown = identity.showSimplifiedLoginWidget({ state: 's' })
    await scriptsAre(1)
    arrive()
    await shown
    expect(opened).toHaveLength(1)
    const index = set.mock.calls.findIndex((call: unknown[]) => call[1] === 20_000)
    const timer = set.mock.results[index]?.value
    expect(timer).toBeDefined()
    expect(clear.mock.calls).toContainEqual([timer])
  })
})
