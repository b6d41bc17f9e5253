// What test runners are given: a global set-up for Vitest, tasks and commands for Cypress, fixtures for Playwright. The two browser
// runners are not here, so their parts are called as they call them. test/consumers tries those for Playwright in a browser.

import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Emulator, StorageState } from '../src/index.ts'
import { withEmulator } from '../src/runners/cypress.ts'
import { addCommands } from '../src/runners/cypress-commands.ts'
import setup, { type ProvidedEmulator } from '../src/runners/vitest.ts'
import { Visitor } from './helpers.ts'

const execute = promisify(execFile)

describe('the global set-up for Vitest', () => {
  it('starts an emulator, tells tests of it, and stops it', async () => {
    const provide = vi.fn<(name: 'portico', value: ProvidedEmulator) => void>()
    const teardown = await setup({ provide })
    onTestFinished(teardown)
    const [name, { port, controlUrl, options }] = provide.mock.calls[0] as ['portico', ProvidedEmulator]
    expect(name).toBe('portico')
    expect(structuredClone(options)).toMatchObject({
      clientId: 'harbour-post',
      sessionDomain: `http://id.site.localhost:${port}`,
      redirectUri: `http://www.site.localhost:${port}/callback`,
      env: { accountUrl: `http://account.localhost:${port}` },
    })
    expect((await new Visitor().request(`${controlUrl}faults`)).status).toBe(200)
    await teardown()
    await expect(new Visitor().request(`${controlUrl}faults`)).rejects.toThrow()
  })
})

/** A fixture, as Playwright calls it. */
type Fixture = (given: object, use: (value: unknown) => Promise<void>) => Promise<void>

/** The fixtures that Playwright's `test` is extended by. */
async function fixtures(): Promise<{ emulator: Fixture; context: Fixture }> {
  const extend = vi.fn<(given: { emulator: [Fixture]; context: Fixture }) => void>()
  vi.doMock('@playwright/test', () => ({ test: { extend }, expect }))
  onTestFinished(() => void vi.doUnmock('@playwright/test'))
  vi.resetModules()
  await import('../src/runners/playwright.ts')
  const [[given]] = extend.mock.calls as [Parameters<typeof extend>]
  return { emulator: given.emulator[0], context: given.context }
}

describe('the fixtures for Playwright', () => {
  const redirectUri = 'http://www.site.localhost:3000/callback'

  it('register the address of the site for each test, also after one that has reset the emulator', async () => {
    const { emulator, context } = await fixtures()
    const addInitScript = vi.fn()
    const found: boolean[] = []
    await emulator({}, async (value) => {
      const worker = value as Emulator
      const login = `/oauth/authorize?client_id=harbour-post&response_type=code&state=s&redirect_uri=${encodeURIComponent(redirectUri)}`
      for (let count = 0; count < 2; count += 1)
        await context({ context: { addInitScript }, emulator: worker, site: { redirectUri } }, async () => {
          const { status } = await new Visitor().request(worker.url('account.localhost', login))
          found.push(status < 400)
          worker.reset()
        })
    })
    expect(found).toEqual([true, true])
    expect(addInitScript.mock.calls[0]?.[1]).toMatchObject({ clientId: 'harbour-post', redirectUri })
  })

  it('refuse a client that there is not', async () => {
    const { emulator, context } = await fixtures()
    await emulator({}, async (worker) => {
      const given = { context: { addInitScript() {} }, emulator: worker, site: { clientId: 'harbor-post' } }
      await expect(context(given, async () => {})).rejects.toThrow('There is no client "harbor-post".')
    })
  })
})

/** Starts what a Cypress configuration starts. */
async function startCypress(site?: Parameters<typeof withEmulator>[2]) {
  const handlers: Record<string, unknown> = {}
  const on = (event: string, given: unknown) => {
    handlers[event] = given
  }
  const config = await withEmulator(on, { env: { own: 1 } as Record<string, unknown> }, site)
  onTestFinished(() => (handlers['after:run'] as () => Promise<void>)())
  const tasks = handlers.task as Record<string, (given?: unknown) => Promise<unknown>>
  return { config, task: (name: string, given?: unknown) => Promise.resolve(tasks[name]?.(given)) }
}

describe('the tasks for Cypress', () => {
  it('log in, switch faults, and switch them back', async () => {
    const { config, task } = await startCypress()
    expect(config.env).toMatchObject({ own: 1, portico: { clientId: 'harbour-post' } })
    const { cookies } = (await task('portico:loginAs', 'ingrid')) as StorageState
    expect(cookies.map(({ domain }) => domain)).toContain('id.site.localhost')
    expect(await task('portico:fault', { session: 'down' })).toMatchObject({ session: 'down' })
    expect(await task('portico:reset')).toMatchObject({ session: 'none' })
  })

  it('are for a site of one’s own', async () => {
    const redirectUri = 'http://www.other.localhost:3000/callback'
    const { config } = await startCypress({ clientId: 'fell-and-fjord', redirectUri })
    expect(config.env.portico).toMatchObject({
      clientId: 'fell-and-fjord',
      redirectUri,
      sessionDomain: expect.stringMatching(/^http:\/\/id\.other\.localhost:/),
    })
  })
})

it('withEmulator refuses a wrong redirect URI, and closes its emulator, so that the process of Cypress ends', async () => {
  const code = `
    import { withEmulator } from './emulator/dist/cypress.mjs'
    const started = withEmulator(() => {}, { env: {} }, { redirectUri: 'nowhere' })
    await started.catch(({ message }) => console.log(message))
  `
  const { stdout } = await execute(process.execPath, ['--input-type=module', '--eval', code])
  expect(stdout).toContain('A redirect URI must be an absolute http(s) URL')
  expect(stdout).toContain('"nowhere"')
})

describe('the commands for Cypress', () => {
  it('give the browser the cookies of a login, for their hosts alone', async () => {
    const { task } = await startCypress()
    const commands: Record<string, (given: never) => PromiseLike<unknown>> = {}
    const setCookie = vi.fn()
    const cy = { task, setCookie } as unknown as Parameters<typeof addCommands>[0]['cy']
    const add = (name: string, run: (given: never) => unknown) => {
      commands[name] = run as (given: never) => PromiseLike<unknown>
    }
    addCommands({ Cypress: { Commands: { add } }, cy })
    await commands.loginAs?.('matti' as never)
    expect(setCookie).toHaveBeenCalledWith(
      '__Host-session-id',
      expect.any(String),
      expect.objectContaining({
        ...{ domain: 'id.site.localhost', hostOnly: true, sameSite: 'lax', secure: true, log: false },
        expiry: expect.any(Number),
      }),
    )
    expect(await commands.fault?.('503' as never)).toMatchObject({ session: '503' })
    expect(await commands.fault?.({ session: 'slow', slowMs: 10 } as never)).toMatchObject({ slowMs: 10 })
  })

  it('are added where Cypress is, and nowhere else', async () => {
    const add = vi.fn()
    vi.stubGlobal('Cypress', { Commands: { add } })
    vi.stubGlobal('cy', {})
    onTestFinished(() => void vi.unstubAllGlobals())
    vi.resetModules()
    await import('../src/runners/cypress-commands.ts')
    expect(add.mock.calls.map(([name]) => name)).toEqual(['loginAs', 'fault'])
    vi.unstubAllGlobals()
    vi.resetModules()
    await import('../src/runners/cypress-commands.ts')
    expect(add).toHaveBeenCalledTimes(2)
  })
})
