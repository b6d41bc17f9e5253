// What Cypress is given: tasks and commands. It is not here, so its parts are called as it calls them. The global set-up for Vitest and the
// fixtures for Playwright are tried by those runners themselves, in test/docs and test/recipes.

import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { StorageState } from '../src/index.ts'
import { withEmulator } from '../src/runners/cypress.ts'
import { addCommands } from '../src/runners/cypress-commands.ts'

const execute = promisify(execFile)

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
