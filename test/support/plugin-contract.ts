/**
 * What every plugin owes the page and the other plugins, whatever it does. The test of a plugin calls it with the factory:
 * `pluginContract(readingList)`. It is called for all of `plugins/` by test/plugins/contract.test.ts.
 */
import { describe, expect, it } from 'vitest'
import { SDKError } from '../../core/errors.ts'
import { createIdentity } from '../../core/kernel/create-identity.ts'
import type { AnyPlugin, IdentityCore, Kernel } from '../../core/kernel/plugin.ts'
import type { BrowserWindow } from '../../core/options.ts'
import { fetchTransport } from '../../plugins/transport/fetch-transport.ts'
import { ADA, NO_SESSION, optionsFor } from './fixtures.ts'
import { hanging, json, leave, openPage, type Page } from './page.ts'
import { watch } from './watch.ts'

const SECRETS = [ADA.sig, ADA.sp_id] as string[]
const IDENTIFIERS = [...SECRETS, ADA.uuid, ADA.pairId, ADA.sdrn, ADA.givenName] as string[]

/** What a browser tells a page, whatever comes of it. */
const NEWS = ['pagehide', 'pageshow', 'visibilitychange', 'online', 'storage', 'focus', 'resize', 'click']

/** A task later, all that does not wait for an answer or a timer has happened. */
const aTask = () => new Promise((resolve) => setTimeout(resolve))

/** What can be read on a page by whoever comes next. */
const keptOn = ({ window }: Page): string =>
  JSON.stringify([{ ...window.sessionStorage }, { ...window.localStorage }, window.document.cookie])

/** The plugin, after a transport, and stand-ins for what else it requires. */
function withRequired(plugin: AnyPlugin): AnyPlugin[] {
  const others = (plugin.requires ?? []).filter((name) => name !== 'transport')
  const standIns = others.map((name): AnyPlugin => ({ name, setup() {} }))
  return [...(plugin.name === 'transport' ? [] : [fetchTransport()]), ...standIns, plugin]
}

/** Composes the plugin, and hands out the kernel that it is given. */
function compose(
  factory: () => AnyPlugin,
  page: Page,
  more: object = {},
): { identity: IdentityCore; kernel: Kernel } {
  let kernel: Kernel | undefined
  const probe: AnyPlugin = { name: 'probe', setup: (given) => void (kernel = given) }
  const identity = createIdentity(optionsFor(page, more), [...withRequired(factory()), probe])
  return { identity, kernel: kernel as unknown as Kernel }
}

/** The methods that a plugin contributes, by their names. */
function methodsOf(identity: IdentityCore): [string, (...given: unknown[]) => unknown][] {
  const core = createIdentity(optionsFor(openPage()), [])
  return Object.entries({ ...identity } as object).filter(([name]) => !(name in core))
}

/** Tests what every plugin owes. @param factory makes the plugin when it is called without arguments */
export function pluginContract(factory: () => AnyPlugin): void {
  describe(`${factory.name}()`, () => {
    it('contributes methods, and nothing else', () => {
      for (const [name, method] of methodsOf(compose(factory, openPage()).identity))
        expect(method, name).toBeTypeOf('function')
    })

    it('is composed on a window that has nothing but a location, or says what it needs', () => {
      const window = { location: { href: 'https://www.site.example/' } } as BrowserWindow
      try {
        createIdentity({ ...optionsFor(openPage()), window }, withRequired(factory())).dispose()
      } catch (error) {
        expect(error).toSatisfy(SDKError.is)
      }
    })

    it.each([
      ['at once', 'idle'],
      ['during a session call', 'asking'],
      ['after one', 'settled'],
    ])('leaves no listener, timer or global behind when it is disposed %s', async (_, when) => {
      const page = openPage()
      const { leftovers } = watch(page.window)
      const { identity } = compose(factory, page)
      if (when !== 'idle') {
        page.answer(when === 'asking' ? hanging : json(200, ADA))
        const call = identity.hasSession()
        call.catch(() => {})
        while (page.requests.length === 0) await aTask()
        if (when === 'settled') expect(await call).toEqual(ADA)
      }
      identity.dispose()
      identity.dispose()
      await aTask()
      expect(leftovers()).toEqual([])
      expect(page.reported).toEqual([])
    })

    it('does nothing once it is disposed, whichever method is called, and whatever the browser tells', async () => {
      const page = openPage()
      const lines: string[] = []
      const { identity } = compose(factory, page, { log: (line: string) => void lines.push(line) })
      identity.dispose()
      const before = [keptOn(page), [...lines]]
      for (const [, method] of methodsOf(identity)) {
        // What a method refuses, and how, is for the plugin's own test.
        const call = async () => method()
        await call().catch(() => {})
      }
      for (const type of NEWS) page.window.dispatchEvent(new page.window.Event(type))
      await aTask()
      expect([keptOn(page), lines]).toEqual(before)
      expect([page.requests, page.navigations, page.reported]).toEqual([[], [], []])
    })

    it.each([
      ['another client', 'client-2'],
      ['the same client', 'client-1'],
    ])('does not disturb an identity of %s on the page when it is disposed', async (_, clientId) => {
      const page = openPage()
      const { leftovers } = watch(page.window)
      const first = compose(factory, page)
      const second = compose(factory, page, { clientId })
      first.identity.dispose()
      page.answer(json(200, ADA))
      expect(await second.identity.hasSession()).toEqual(ADA)
      second.identity.dispose()
      expect(leftovers()).toEqual([])
    })

    it('keeps nothing of a reader whose session is over, or was cleared', async () => {
      for (const end of ['over', 'cleared']) {
        const page = openPage()
        const { identity, kernel } = compose(factory, page)
        page.answer(json(200, ADA))
        await identity.hasSession()
        leave(page)
        if (end === 'cleared') kernel.clearSession()
        else {
          page.answer(json(400, NO_SESSION))
          await kernel.hasSession(Date.now() + 1).catch(() => {})
        }
        for (const identifier of IDENTIFIERS) expect(keptOn(page), end).not.toContain(identifier)
        identity.dispose()
      }
    })

    it('writes no secret to the log', async () => {
      const page = openPage()
      const lines: string[] = []
      const { identity, kernel } = compose(factory, page, { log: (line: string) => void lines.push(line) })
      page.answer(json(200, ADA), json(403, { error: { code: ADA.sig, type: ADA.sp_id } }))
      await identity.hasSession()
      kernel.clearSession()
      await identity.hasSession().catch(() => {})
      identity.dispose()
      for (const secret of SECRETS) expect(lines.join('\n')).not.toContain(secret)
    })
  })
}
