/** A head snippet whose call no identity takes over: the console and `diagnose` say so, and in what it differs. */
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { type AnyPlugin, createIdentity, definePlugin } from '../../core/index.ts'
import { consoleFindings } from '../../devtools/console-findings.ts'
import { devtools } from '../../devtools/devtools.ts'
import { diagnose } from '../../devtools/diagnose.ts'
import { preload } from '../../plugins/session/preload.ts'
import { sessionCache } from '../../plugins/session/session-cache.ts'
import { fetchTransport } from '../../plugins/transport/fetch-transport.ts'
import { createFullIdentity } from '../../presets/full.ts'
import { ADA, optionsFor } from '../support/fixtures.ts'
import { json, openPageWith, type Page } from '../support/page.ts'
import { CLIENT, runHead } from '../support/run-head.ts'
import { listen } from './support/console.ts'

const OTHER = { redirectUri: 'https://www.site.example/other' }
const ANSWER = json(200, { ...ADA, serverTime: Date.now() / 1000 })

afterEach(() => void vi.useRealTimers())

/** A page on which the snippet has begun a call, and what its console says. */
function openWithSnippet(requests = 2): { page: Page; lines: string[] } {
  const page = openPageWith(...Array(requests).fill(ANSWER))
  const lines = listen(page.window)
  runHead(page)
  return { page, lines }
}

const compose = (page: Page, more: object = {}, plugins: AnyPlugin[] = [preload()]) =>
  createIdentity(optionsFor(page, more), [fetchTransport(), sessionCache(), ...plugins, consoleFindings()])

/** What `diagnose` has seen of the snippet. */
const seen = async (identity: object) =>
  (await diagnose(identity)).find(({ id }) => id === 'head-snippet-unused')?.seen

describe('a head snippet of another address than the identity asks', () => {
  it.each<[what: string, options: object, parts: string]>([
    ['another redirectUri', OTHER, 'redirect_uri'],
    ['another client', { clientId: 'client-2' }, 'client_sdrn'],
    ['another session domain', { sessionDomain: 'https://id.other.example' }, 'origin'],
    ['an older session service', { sessionDomain: 'https://id.site.example/old' }, 'path'],
    ['two other values', { ...OTHER, clientId: 'client-2' }, 'client_sdrn, redirect_uri'],
  ])(
    'a head snippet of another address than the identity asks is head-snippet-unused, and the part is named: %s',
    async (_, options, parts) => {
      const { page, lines } = openWithSnippet(3)
      const identity = compose(page, options)
      await identity.hasSession()
      expect(lines.filter((line) => line.includes('head-snippet-unused'))).toEqual([
        expect.stringContaining(`(different: ${parts}) Fix: Make the snippet again`),
      ])
      expect(await seen(identity)).toBe(`different: ${parts}`)
    },
  )

  it('the full identity tells of a head snippet that asks another address, and shows no values', async () => {
    const { page, lines } = openWithSnippet()
    await createFullIdentity(optionsFor(page, OTHER), fetchTransport()).hasSession()
    expect(lines).toHaveLength(1)
    expect(lines[0]).toContain('portico: head-snippet-unused. ')
    expect(lines[0]).not.toMatch(/other|callback|tabId/)
  })

  it('a head snippet of another address than the identity asks is of another version of the library where sdk_version differs', async () => {
    const { page } = openWithSnippet()
    const [url, ...more] = Reflect.get(page.window, 'porticoHead')
    const older = url.replace(/sdk_version=[^&]+/, 'sdk_version=0.0.9')
    Object.assign(page.window, { porticoHead: [older, ...more] })
    expect(await seen(compose(page))).toBe(
      'different: sdk_version; another version of the library has made the snippet',
    )
  })

  it('a head snippet of another address than the identity asks is head-snippet-unused where a plugin adds a parameter, whose name is not shown', async () => {
    const adding = definePlugin({
      name: 'adding',
      setup: ({ hook }) => hook('url:build', ({ query }) => query.append('ada@example.com', '1')),
    })
    const { page } = openWithSnippet()
    expect(await seen(compose(page, {}, [preload(), adding]))).toBe('different: another parameter')
  })

  it('a head snippet of another address than the identity asks is head-snippet-unused before the identity has asked, too, and however long ago the call began', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const { page } = openWithSnippet()
    vi.setSystemTime(Date.now() + 60_000)
    expect(await seen(compose(page, OTHER))).toBe('different: redirect_uri')
  })

  it('a head snippet of another address than the identity asks is head-snippet-unused where what stands in the page’s head is no address', async () => {
    const page = openPageWith(ANSWER)
    Object.assign(page.window, { porticoHead: ['4711', Date.now(), Promise.resolve()] })
    expect(await seen(compose(page))).toBe('different: address')
  })
})

describe('a head snippet of the address that the identity asks', () => {
  it('a head snippet of the address that the identity asks is no finding where the identity takes its call over', async () => {
    const { page, lines } = openWithSnippet()
    const identity = compose(page)
    await identity.hasSession()
    expect(await seen(identity)).toBeUndefined()
    expect(lines).toEqual([])
  })

  it('a head snippet of the address that the identity asks is head-snippet-unused for an identity that is composed without preload', async () => {
    const { page, lines } = openWithSnippet(3)
    const identity = compose(page, {}, [])
    await identity.hasSession()
    expect(lines).toEqual([expect.stringContaining('(the identity is composed without preload())')])
    expect(await seen(identity)).toBe('the identity is composed without preload()')
  })

  it('a head snippet of the address that the identity asks is no finding where its call began more than ten seconds ago, since no value is wrong', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const { page, lines } = openWithSnippet(3)
    vi.setSystemTime(Date.now() + 10_001)
    const identity = compose(page)
    await identity.hasSession()
    expect(await seen(identity)).toBeUndefined()
    expect(lines.filter((line) => line.includes('head-snippet'))).toEqual([])
  })

  it('a head snippet of the address that the identity asks is no finding where the number of the tab alone has changed', async () => {
    const { page, lines } = openWithSnippet(3)
    page.window.sessionStorage.clear()
    const identity = compose(page)
    await identity.hasSession()
    expect(await seen(identity)).toBeUndefined()
    expect(lines).toEqual([])
  })
})

describe('a head snippet on a page with two identities', () => {
  it.each(['before', 'after'])(
    'a head snippet on a page with two identities is no finding where one of them takes its call over %s the other one asks',
    async (when) => {
      const { page, lines } = openWithSnippet()
      const [other, taking] = [compose(page, { ...OTHER, clientId: 'client-2' }), compose(page)]
      const inOrder = when === 'before' ? [taking, other] : [other, taking]
      for (const identity of inOrder) await identity.hasSession()
      expect(lines).toEqual([])
    },
  )

  it('a head snippet on a page with two identities is head-snippet-unused when the one that would take its call over is disposed', async () => {
    const { page, lines } = openWithSnippet()
    const [other, taking] = [compose(page, { clientId: 'client-2' }), compose(page)]
    taking.dispose()
    await other.hasSession()
    expect(lines).toEqual([expect.stringContaining('head-snippet-unused')])
  })

  it.each([
    ['does not say which call it takes over', {}],
    [
      'fails to',
      {
        headUrl() {
          throw new Error('not in a test')
        },
      },
    ],
  ])(
    'a head snippet on a page with two identities is head-snippet-unused where another copy of the library %s',
    async (_, more) => {
      const { page, lines } = openWithSnippet()
      const instance = {
        version: '1.0.0-rc.1',
        clientId: 'client-1',
        sessionDomain: CLIENT.sessionDomain,
        ...more,
      }
      Object.assign(page.window, { [Symbol.for('portico.instances')]: new Set([instance]) })
      await compose(page, { clientId: 'client-2' }).hasSession()
      expect(lines).toEqual([expect.stringContaining('head-snippet-unused')])
    },
  )
})

describe('a page without a call of the head snippet', () => {
  it('a page without a call of the head snippet has no finding of it where the snippet began none, since the page was hidden', async () => {
    const page = openPageWith(ANSWER)
    const lines = listen(page.window)
    const hidden = vi.spyOn(page.window.document, 'hidden', 'get').mockReturnValue(true)
    onTestFinished(() => hidden.mockRestore())
    runHead(page)
    await compose(page, OTHER).hasSession()
    expect(lines).toEqual([])
  })

  it('a page without a call of the head snippet has no finding of it where the page has cleared the session before it asked', async () => {
    const { page, lines } = openWithSnippet(3)
    const identity = compose(page, OTHER)
    identity.clearCachedUserSession()
    await identity.hasSession()
    expect(await seen(identity)).toBeUndefined()
    expect(lines).toEqual([])
  })

  it('a page without a call of the head snippet has no finding of it where the page’s server has handed the session over', async () => {
    const page = openPageWith(ANSWER)
    Object.assign(page.window, { porticoHead: ['client-2', Date.now() + 60_000, ADA] })
    expect(await seen(compose(page))).toBeUndefined()
  })
})

describe('the report of devtools', () => {
  it('the report of devtools names the part in which the head snippet differs, and no value of it', async () => {
    const { page } = openWithSnippet()
    const identity = createIdentity(optionsFor(page, OTHER), [fetchTransport(), preload(), devtools()])
    const report = await identity.devtoolsReport()
    expect(report).toContain('(different: redirect_uri)')
  })
})
