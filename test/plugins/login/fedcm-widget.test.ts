/** An offer to continue, by the widget: one at a time, and with the same end as one by the browser. */
import { describe, expect, it } from 'vitest'
import { rejection } from '../../support/fixtures.ts'
import { onItsWay } from '../../support/on-its-way.ts'
import { type Answer, leave } from '../../support/page.ts'
import { openFedcmPage } from './fedcm-page.ts'
import { USER } from './widget-page.ts'

type Callback = () => unknown

const BINDING = { state: 's', nonce: 'n', code_challenge: 'c', code_challenge_method: 'S256' }

/** A page whose browser has no dialog. Its widget is there, or comes when the test lets it. */
function openOfferPage(
  { isLoaded = true, more = { without: 'dialog' } as Parameters<typeof openFedcmPage>[0] } = {},
  ...answers: Answer[]
) {
  const run = openFedcmPage(more, ...answers)
  const { window } = run.page
  const opened: Callback[][] = []
  const params: { locale?: string }[] = []
  const scripts: HTMLScriptElement[] = []
  const openSimplifiedLoginWidget = (given: object, ...callbacks: Callback[]) => {
    params.push(given)
    opened.push(callbacks)
  }
  const define = () => void Object.assign(window, { openSimplifiedLoginWidget })
  if (isLoaded) define()
  window.document.head.append = (script) => void scripts.push(script as HTMLScriptElement)
  return {
    ...run,
    opened,
    params,
    scripts,
    until: async (isSo: () => boolean) => {
      for (let turn = 0; !isSo() && turn < 100; turn++) await new Promise(setImmediate)
    },
    arrive() {
      define()
      scripts[0]?.onload?.(new window.Event('load'))
    },
    close: async (widget = opened.at(-1)) => void (await widget?.[3]?.()),
  }
}

const settle = async () => {
  for (let turn = 0; turn < 10; turn++) await new Promise(setImmediate)
}

describe('an offer by the widget', () => {
  it.each([
    ['the environment names none', { env: { fedcmConfigUrl: undefined } }, BINDING],
    ['the browser does not know it', { without: 'dialog' as const }, async () => BINDING],
    ['a page without https has no credentials', { without: 'credentials' as const }, BINDING],
  ])('is made since %s, and a login by it goes with the proofs', async (_, more, state) => {
    const { page, identity, asked, told, opened, until } = openOfferPage({ more }, USER)
    const offered = identity.continueAs({ state })
    await until(() => opened.length > 0)
    await opened[0]?.[0]?.()
    expect(await offered).toEqual({ outcome: 'connected' })
    const query = new URL(page.navigations[0] ?? '').searchParams
    for (const [name, value] of Object.entries(BINDING)) expect(query.getAll(name)).toEqual([value])
    expect(query.get('login_hint')).toBe('uuid-ada')
    expect(asked).toEqual([])
    expect(told[0]).toEqual({ way: 'widget', mode: 'passive' })
  })

  it('is dismissed when the widget is closed, and shown with the options of the widget', async () => {
    const { identity, opened, params, until, close } = openOfferPage({}, USER)
    const offered = identity.continueAs({ state: 's', widget: { locale: 'fi' } })
    await until(() => opened.length > 0)
    expect(params[0]?.locale).toBe('fi')
    await close()
    expect(await offered).toEqual({ outcome: 'dismissed' })
    // Nothing is on its way any more.
    await close()
  })

  it('ends with an error where the state cannot be made when the reader continues', async () => {
    const { page, identity, opened, until } = openOfferPage({}, USER)
    const cause = new Error('offline')
    const offered = rejection(identity.continueAs({ state: () => Promise.reject(cause) }))
    await until(() => opened.length > 0)
    await opened[0]?.[0]?.()
    expect(await offered).toMatchObject({ reason: 'callback-failed', cause })
    expect(page.navigations).toEqual([])
  })
})

describe('an offer by the widget that ends too soon', () => {
  it('loads and opens nothing, when the account service was asked meanwhile', async () => {
    const user = onItsWay(USER)
    const { page, identity, opened, scripts } = openOfferPage({ isLoaded: false }, user.answer)
    const offered = identity.continueAs({ state: 's' })
    await user.wasAsked
    leave(page)
    expect(await offered).toEqual({ outcome: 'unavailable' })
    user.come()
    await settle()
    expect([opened, scripts]).toEqual([[], []])
  })

  it('opens nothing, when its script was on its way', async () => {
    const { page, identity, opened, scripts, until, arrive } = openOfferPage({ isLoaded: false }, USER)
    const offered = identity.continueAs({ state: 's' })
    await until(() => scripts.length > 0)
    leave(page)
    expect(await offered).toEqual({ outcome: 'unavailable' })
    arrive()
    await settle()
    expect(opened).toEqual([])
  })
})

describe('an offer by the widget that is over', () => {
  it('is not over once more, when its script fails then', async () => {
    const { page, identity, scripts, until, told } = openOfferPage({ isLoaded: false }, USER)
    const offered = identity.continueAs({ state: 's' })
    await until(() => scripts.length > 0)
    leave(page)
    await offered
    scripts[0]?.onerror?.('')
    await settle()
    expect(told).toEqual([
      { way: 'widget', mode: 'passive' },
      { outcome: 'unavailable', error: undefined },
    ])
  })
})

describe('a call by a button', () => {
  it('shares the offer of the page whose widget is about to open', async () => {
    const user = onItsWay(USER)
    const { identity, opened, until, close, told } = openOfferPage({}, user.answer)
    const passive = identity.continueAs({ state: 's' })
    await user.wasAsked
    const active = identity.continueAs({ state: 's', mode: 'active' })
    user.come()
    await until(() => opened.length > 0)
    await settle()
    expect(opened).toHaveLength(1)
    await close()
    expect(await Promise.all([passive, active])).toEqual([{ outcome: 'dismissed' }, { outcome: 'dismissed' }])
    expect(told).toEqual([
      { way: 'widget', mode: 'passive' },
      { outcome: 'dismissed', error: undefined },
    ])
  })

  it('shares the offer of the page whose widget is open', async () => {
    const { identity, opened, until } = openOfferPage({}, USER)
    const passive = identity.continueAs({ state: 's' })
    await until(() => opened.length > 0)
    const active = identity.continueAs({ state: 's', mode: 'active' })
    await settle()
    expect(opened).toHaveLength(1)
    await opened[0]?.[0]?.()
    expect(await Promise.all([passive, active])).toEqual([{ outcome: 'connected' }, { outcome: 'connected' }])
  })

  it('shares the offer, also when it comes from whoever hears that the widget is about to ask', async () => {
    const { identity, kernel, opened, until, close } = openOfferPage({}, USER)
    let active: Promise<unknown> | undefined
    kernel.hook(
      'continue-as:started',
      () => void (active ??= identity.continueAs({ state: 's', mode: 'active' })),
    )
    const passive = identity.continueAs({ state: 's' })
    await until(() => opened.length > 0)
    await settle()
    expect(opened).toHaveLength(1)
    await close()
    expect(await Promise.all([passive, active])).toEqual([{ outcome: 'dismissed' }, { outcome: 'dismissed' }])
  })
})

describe('the end of an offer by the widget', () => {
  it('is the widget’s to tell, whatever a page does with the event', async () => {
    const { identity, opened, until, close } = openOfferPage({}, USER)
    identity.off('simplifiedLoginCancelled')
    const offered = identity.continueAs({ state: 's' })
    await until(() => opened.length > 0)
    let isOver = false
    offered.then(() => void (isOver = true))
    identity.emit('simplifiedLoginCancelled', null)
    await settle()
    expect(isOver).toBe(false)
    await close()
    expect(await offered).toEqual({ outcome: 'dismissed' })
  })

  it('comes before the page hears of it, which may offer anew then', async () => {
    const { identity, opened, until, close } = openOfferPage({}, USER, USER)
    let again: Promise<unknown> | undefined
    identity.on('simplifiedLoginCancelled', () => void (again ??= identity.continueAs({ state: 's' })))
    const offered = identity.continueAs({ state: 's' })
    await until(() => opened.length > 0)
    await close()
    expect(await offered).toEqual({ outcome: 'dismissed' })
    await until(() => opened.length > 1)
    await close()
    expect(await again).toEqual({ outcome: 'dismissed' })
    expect(opened).toHaveLength(2)
  })
})
