// Whoever runs the service manages a reader's sessions by the command, beside the service that runs, and on its management port.

import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sqliteStore } from '../src/store/sqlite.ts'
import { holdFile } from './store/file-lock.ts'
import { configFile, ended, newFolder, type RunningCommand, runCommand } from './support/command.ts'
import { logInAt } from './support/reader-at-command.ts'
import { CLIENT_ID, useProvider } from './support/scripted-provider.ts'
import { NEWS } from './support/service.ts'

const SECRET = 'the-secret-of-whoever-runs-the-service'
const provider = await useProvider()

function newConfig() {
  return {
    origin: 'https://id.news.test',
    provider: {
      issuer: provider.issuer,
      clientId: CLIENT_ID,
      clientSecret: 'provider-secret-of-the-service',
    },
    sites: [NEWS],
    store: `sqlite:${join(newFolder(), 'sessions.db')}`,
    cookieSecret: 'cookie-secret-of-the-session-service-0',
    identitySecret: 'identity-secret-of-the-session-service',
    managementSecret: SECRET,
  }
}

/** Logs in. @returns whether the reader is still logged in */
async function logIn(command: RunningCommand, sub: string): Promise<() => Promise<boolean>> {
  const reader = await logInAt(command, provider, sub)
  return async () => (await reader.session(command)).userId !== undefined
}

const config = newConfig()
/** The service that runs: each test has readers of its own. */
let command: RunningCommand
beforeAll(async () => {
  command = await runCommand(config)
})
afterAll(() => command.stop())

// Each process has to start, on a machine that may be busy.
describe('the command, beside the service that runs', { timeout: 90_000 }, () => {
  it('shows, ends and forgets, and logs that without saying who it was', async () => {
    const file = configFile(config)
    const [kari, ola] = [await logIn(command, 'kari'), await logIn(command, 'ola')]
    const [shown, end] = await Promise.all([
      ended(['sessions', '--subject', 'kari', '--config', file]),
      ended(['end', '--sid', 'sid of ola', '--config', file]),
    ])
    expect(shown.code).toBe(0)
    expect(JSON.parse(shown.out)).toEqual({
      sessions: [expect.objectContaining({ subject: 'kari', clientId: 'news' })],
    })
    expect(JSON.parse(shown.err)).toMatchObject({ msg: 'sessions-managed', action: 'sessions', count: 1 })
    expect(JSON.parse(end.out)).toEqual({ ended: 1 })
    expect([await kari(), await ola()]).toEqual([true, false])
    const forgotten = await ended(['forget', '--subject', 'kari', '--config', file])
    expect(JSON.parse(forgotten.out)).toEqual({ ended: 1 })
    expect(await kari()).toBe(false)
    expect([shown, end, forgotten].map(({ err }) => err).join()).not.toMatch(/kari|ola/)
  })

  it.each([
    [['sessions'], /^The command sessions cannot run:\n- give --subject .*, or --sid/],
    [
      ['forget', '--sid', 'x'],
      /^The command forget cannot run:\n- give --subject with the reader's sub at the provider\n/,
    ],
    [
      ['remove', '--subject', 'kari'],
      /^The command remove cannot run:\n- there is no such command\. Give sessions, end, forget/,
    ],
  ])('says what is missing: %j', async (args, message) => {
    const { code, err } = await ended([...args, '--config', configFile(config)])
    expect(code).toBe(2)
    expect(err).toMatch(message)
  })

  it('says so where the store does not answer', async () => {
    const away = { ...config, store: 'redis://127.0.0.1:1' }
    const { code, err } = await ended(['forget', '--subject', 'kari', '--config', configFile(away)])
    expect(code).toBe(2)
    expect(err).toContain('store: it does not answer')
  })

  it('says what it could not do where another program holds the file', async () => {
    const held = newConfig()
    const file = held.store.slice('sqlite:'.length)
    await sqliteStore(file).close()
    const unlock = await holdFile(file)
    const { code, err } = await ended(['end', '--subject', 'kari', '--config', configFile(held)])
    await unlock()
    expect(code).toBe(2)
    expect(err).toBe('The command end cannot run:\n- store: it does not answer (SQLITE_BUSY)\n')
  })
})

describe('the management port', { timeout: 90_000 }, () => {
  const post = (port: number, action: string, fields: Record<string, string>, secret = SECRET) =>
    fetch(`http://127.0.0.1:${port}/${action}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}` },
      body: new URLSearchParams(fields),
    })

  it('does the same for whoever knows its secret', async () => {
    const nora = await logIn(command, 'nora')
    const { managementPort: port } = command
    const looked = command.line('sessions-managed')
    const shown = await post(port, 'sessions', { subject: 'nora' })
    expect(shown.headers.get('cache-control')).toBe('no-store')
    expect(await shown.json()).toEqual({ sessions: [expect.objectContaining({ subject: 'nora' })] })
    expect(await looked).toMatchObject({ action: 'sessions', count: 1, level: 30 })
    const seen = command.line('sessions-managed')
    expect(await (await post(port, 'forget', { subject: 'nora' })).json()).toEqual({ ended: 1 })
    expect(await seen).toMatchObject({ action: 'forget', count: 1, level: 30 })
    expect(await nora()).toBe(false)
    expect((await post(port, 'end', {})).status).toBe(400)
    expect((await post(port, 'forget', { sid: 'x' })).status).toBe(400)
    expect(command.lines.join()).not.toContain('nora')
  })

  it('refuses everybody else, and says so in log and metrics', async () => {
    const liv = await logIn(command, 'liv')
    const { managementPort: port } = command
    const refused = command.line('management-unauthorized')
    const answer = await post(port, 'forget', { subject: 'liv' }, 'a-guess')
    expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
    expect(await refused).toMatchObject({ action: 'forget', level: 40 })
    expect((await fetch(`http://127.0.0.1:${port}/forget`, { method: 'POST' })).status).toBe(401)
    const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
    expect(metrics).toContain('portico_sessions_managed_total{action="forget",outcome="refused"} 2')
    expect(await liv()).toBe(true)
    // Readers' port has none of it.
    expect((await post(command.port, 'forget', { subject: 'liv' })).status).toBe(404)
  })

  it.each([
    ['cookieSecret', config.cookieSecret],
    ['signatureSecret of news', NEWS.signatureSecret],
  ])('takes no secret that is also %s', async (name, managementSecret) => {
    const { code, err } = await ended(['--check', '--config', configFile({ ...config, managementSecret })])
    expect(code).toBe(2)
    expect(err).toContain(`managementSecret: it is the same as ${name}. Give each its own`)
  })

  it('manages nothing without a secret', async () => {
    const closed = await runCommand({ ...newConfig(), managementSecret: undefined })
    expect((await post(closed.managementPort, 'forget', { subject: 'kari' })).status).toBe(404)
    await closed.stop()
  })
})
