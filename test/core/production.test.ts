/** The build for readers has no sentences, and no checks of what is fixed when a page is built. */
import { build } from 'esbuild'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Kernel } from '../../core/kernel/plugin.ts'
import { EXPLANATIONS } from '../../core/reasons.ts'
import { optionsFor, rejection, thrown } from '../support/fixtures.ts'
import { openPage } from '../support/page.ts'

type Core = typeof import('../../core/index.ts')

let core: Core
let text: string

beforeAll(async () => {
  const { outputFiles } = await build({
    entryPoints: ['core/index.ts'],
    bundle: true,
    format: 'esm',
    write: false,
    minifySyntax: true,
    define: { __DEV__: 'false' },
  })
  text = outputFiles[0]?.text as string
  core = (await import(`data:text/javascript;base64,${Buffer.from(text).toString('base64')}`)) as Core
})

const message = (run: () => unknown) => (thrown(run) as Error).message

describe('in production', () => {
  it('a message is the reason and the subject, and no more', () => {
    const { SDKError } = core
    expect(new SDKError('session-refused', 401).message).toBe('session-refused: 401')
    expect(new SDKError('session-refused', 0).message).toBe('session-refused: 0')
    expect(new SDKError('disposed').message).toBe('disposed')
  })

  it.each([
    ['clientId', 5],
    ['sessionDomain', 'id.site.com'],
    ['redirectUri', '/callback?code=token-1'],
    ['window', {}],
  ])('a wrong %s is named all the same', (name, value) => {
    const options = { ...optionsFor(openPage()), [name]: value } as never
    expect(message(() => core.createIdentity(options, []))).toBe(`option-invalid: ${name}`)
  })

  it('without a transport a call says so by its reason, and the cause of a failed setup is kept', async () => {
    const identity = core.createIdentity(optionsFor(openPage()), [])
    expect(await rejection(identity.hasSession())).toMatchObject({
      reason: 'plugin-missing',
      message: 'plugin-missing: transport',
    })
    const cause = new Error('boom')
    const broken = {
      name: 'broken',
      setup() {
        throw cause
      },
    }
    expect(thrown(() => core.createIdentity(optionsFor(openPage()), [broken]))).toMatchObject({
      reason: 'plugin-failed',
      cause,
    })
  })

  it('a log that is no function costs the lines alone: the page hears why, and no reader misses anything', async () => {
    const page = openPage()
    const speaking = { name: 'speaking', setup: (kernel: Kernel) => kernel.log('a line') }
    const identity = core.createIdentity({ ...optionsFor(page), log: 'console' as never }, [speaking])
    expect(page.reported).toEqual([expect.any(TypeError)])
    identity.dispose()
  })

  it('a handler of a synchronous hook that waits holds nobody up', () => {
    const order: string[] = []
    const plugin = {
      name: 'waiting',
      setup(kernel: Kernel) {
        kernel.hook('session:cleared', (async () => void order.push('waits')) as never)
        kernel.hook('session:cleared', () => void order.push('next'))
        kernel.clearSession()
      },
    }
    core.createIdentity(optionsFor(openPage()), [plugin])
    expect(order).toEqual(['waits', 'next'])
  })

  it('hooks are called in order by hookable’s small class, and there is no instance to look on by', async () => {
    const order: string[] = []
    const plugin = {
      name: 'hooked',
      setup(kernel: Kernel) {
        expect(kernel.hookable).toBeUndefined()
        kernel.transport = async () => ({ status: 200, body: {} })
        kernel.hook('url:build', ({ kind }) => void order.push(`build ${kind}`))
        kernel.hook('session:fetched', async () => void order.push('fetched'))
        kernel.hook('session:settled', () => void order.push('settled'))
        const undo = kernel.hook('session:settled', () => void order.push('undone'))
        undo()
      },
    }
    await core.createIdentity(optionsFor(openPage()), [plugin]).hasSession()
    expect(order).toEqual(['build session', 'fetched', 'settled'])
  })

  it('a composition is not checked: its developer was told', () => {
    const twin = { name: 'twin', requires: ['nobody'], setup: () => ({ go: () => 'went' }) }
    expect(core.createIdentity(optionsFor(openPage()), [twin, twin]).go()).toBe('went')
  })

  it('what is said to developers is not in the bundle, but for the catalogue that is exported', () => {
    // Without the export, as a page bundles it, and without comments.
    const withoutCatalogue = text.replace(/EXPLANATIONS = \{.*?\n\}/s, '')
    expect(withoutCatalogue).not.toBe(text)
    const code = withoutCatalogue.replace(/\/\*.*?\*\//gs, '')
    for (const explanation of Object.values(EXPLANATIONS)) expect(code).not.toContain(explanation)
    for (const words of ['Give a', 'Call its factory', 'Compose ', 'both contribute', 'on a server'])
      expect(code).not.toContain(words)
  })
})
