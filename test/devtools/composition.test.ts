import { describe, expect, it } from 'vitest'
import { type AnyPlugin, createIdentity } from '../../core/index.ts'
import { devtools } from '../../devtools/devtools.ts'
import { lacks, pluginNames } from '../../devtools/recording/composition.ts'
import { consents } from '../../plugins/consents/consents.ts'
import { login } from '../../plugins/login/login.ts'
import { sessionCache } from '../../plugins/session/session-cache.ts'
import { fetchTransport } from '../../plugins/transport/fetch-transport.ts'
import { ADA, openKernel, optionsFor, rejection } from '../support/fixtures.ts'
import { json, openPage, openPageWith, type Page, text } from '../support/page.ts'
import { watch } from '../support/watch.ts'

const compose = (page: Page) =>
  createIdentity(optionsFor(page), [fetchTransport(), sessionCache(), login(), devtools()])

describe('an identity with devtools', () => {
  it('works when the browser has none of what devtools look at', async () => {
    const page = openPage()
    for (const name of ['sessionStorage', 'performance', 'navigator'])
      Object.defineProperty(page.window, name, {
        get() {
          throw new Error(`${name} is denied`)
        },
      })
    page.answer(json(200, ADA))
    expect(await compose(page).hasSession()).toMatchObject({ userId: ADA.userId })
  })

  it('is set up on a window that has nothing but a location', () => {
    const window = { location: { href: 'https://www.site.example/' } } as unknown as Page['window']
    expect(createIdentity({ ...optionsFor(openPage()), window }, [devtools()]).openDevtools).toBeTypeOf(
      'function',
    )
  })

  it('leaves no listener, timer or global behind when it is disposed', async () => {
    const page = openPageWith(text(200, '<p>No session service</p>'))
    const keys = Reflect.ownKeys(page.window)
    const { leftovers } = watch(page.window)
    const identity = compose(page)
    await rejection(identity.hasSession())
    identity.dispose()
    expect(leftovers()).toEqual([])
    const added = Reflect.ownKeys(page.window).filter((key) => typeof key === 'symbol' && !keys.includes(key))
    expect(added).toEqual([])
  })
})

describe('the plugins of an identity', () => {
  /** What is said of an identity with these plugins. */
  function composed(...plugins: AnyPlugin[]) {
    const { kernel } = openKernel(optionsFor(openPage()), plugins)
    return { names: pluginNames(kernel), lacksConsents: lacks(kernel, 'consents') }
  }

  it('are listed by their names, and one that is not among them is missing', () => {
    expect(composed(fetchTransport(), login())).toEqual({
      names: ['transport', 'login', 'probe'],
      lacksConsents: true,
    })
    expect(composed(consents()).lacksConsents).toBe(false)
  })

  it('may have no names, as in production: none of them counts as missing', () => {
    const unnamed = composed({ ...fetchTransport(), name: '' }, login())
    expect(unnamed).toEqual({
      names: ['a plugin of the production build', 'login', 'probe'],
      lacksConsents: false,
    })
  })
})
