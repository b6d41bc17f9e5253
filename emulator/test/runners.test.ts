// What test runners are given: a global set-up for Vitest, tasks and commands for Cypress. Cypress itself is not here, so its
// parts are called as it calls them. Playwright's are tried in test/consumers.

import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { StorageState } from '../src/index.ts'
import { withEmulator } from '../src/runners/cypress.ts'
import { addCommands } from '../src/runners/cypress-commands.ts'
import setup, { type ProvidedEmulator } from '../src/runners/vitest.ts'
import { Visitor } from './helpers.ts'

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
