// `--check --connect`: whether provider and store answer, and which rights the user of the store lacks.

import { readFileSync } from 'node:fs'
import { Redis } from 'ioredis'
import { Client } from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import { connectionProblems } from '../src/command/connect.ts'
import { postgresStore } from '../src/store/postgres.ts'
import { redisStore } from '../src/store/redis.ts'
import type { SessionStore } from '../src/store/session-store.ts'
import { hasPostgres, startPostgres } from './store/postgres-server.mjs'
import { hasRedis, startRedis } from './store/redis-server.ts'
import { configFile, ended } from './support/command.ts'
import { freePort } from './support/free-port.mjs'
import { CLIENT_ID, useProvider } from './support/scripted-provider.ts'
import { NEWS } from './support/service.ts'

const provider = await useProvider()

const checked = (store: string, issuer = provider.issuer) =>
  ended([
    '--check',
    '--connect',
    '--config',
    configFile({
      origin: 'https://id.news.test',
      provider: { issuer, clientId: CLIENT_ID, clientSecret: 'provider-secret-of-the-service' },
      sites: [NEWS],
      store,
      cookieSecret: 'cookie-secret-of-the-session-service-0',
      identitySecret: 'identity-secret-of-the-session-service',
    }),
  ])

async function problemsOf(store: SessionStore): Promise<string> {
  const problems = await connectionProblems({ issuer: provider.issuer, clientId: CLIENT_ID }, store)
  await store.close()
  return problems.join('\n')
}

// Each process has to start, on a machine that may be busy.
describe('the command with --check --connect', { timeout: 90_000 }, () => {
  it('says so where provider and store answer, and what a logout means at the provider', async () => {
    provider.metadata = { end_session_endpoint: undefined }
    const { code, out } = await checked('sqlite::memory:')
    expect(code).toBe(0)
    expect(out).toContain('The provider answers, and the store does all that it has to.')
    expect(out).toContain('and the next login of that browser asks for a password.')
  })

  it('names what keeps it from provider and store', async () => {
    const [away, gone] = [await freePort(), await freePort()]
    const { code, err } = await checked(`redis://127.0.0.1:${gone}`, `http://127.0.0.1:${away}`)
    expect(code).toBe(2)
    expect(err).toContain('- provider: its discovery document cannot be read (ECONNREFUSED)\n')
    expect(err).toMatch(/- store: it does nothing \(ECONNREFUSED: /)
  })
})

describe.runIf(hasPostgres)('a user of PostgreSQL', { timeout: 90_000 }, () => {
  it('who lacks rights is told which', async () => {
    const server = await startPostgres()
    const admin = new Client(server.url)
    await admin.connect()
    onTestFinished(async () => {
      await admin.end()
      await server.close()
    })
    const address = new URL(server.url)
    address.username = 'service'
    await admin.query('CREATE ROLE service LOGIN; REVOKE CREATE ON DATABASE postgres FROM PUBLIC')
    expect(await problemsOf(postgresStore(address.href))).toMatch(
      /^store: it does nothing \(42501: permission denied for database/,
    )
    expect(await problemsOf(postgresStore(server.url))).toBe('')
    await admin.query(
      'GRANT USAGE ON SCHEMA portico TO service; GRANT SELECT, INSERT, UPDATE ON ALL TABLES IN SCHEMA portico TO service',
    )
    const { code, err } = await checked(address.href)
    expect(code).toBe(2)
    expect(err).toMatch(
      /store: it cannot end a session, end .* \(42501: permission denied for table sessions\)/,
    )
    expect(err).toMatch(/store: it cannot let go of a number \(42501: permission denied for table readers\)/)
  })
})

describe.runIf(hasRedis)('a user of Redis', { timeout: 90_000 }, () => {
  it('has all rights that it needs by the line that the README gives, and is told which it lacks', async () => {
    const server = await startRedis()
    const admin = new Redis(server.url)
    onTestFinished(async () => {
      admin.disconnect()
      await server.close()
    })
    const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
    const [, rights = ''] = /^ACL SETUSER sessions (.*)$/m.exec(readme) ?? []
    const password = 'a-password-of-the-service'
    await admin.call('ACL', 'SETUSER', 'sessions', ...rights.replace('<password>', password).split(' '))
    const url = server.url.replace('//', `//sessions:${password}@`)
    expect(await checked(url)).toMatchObject({ code: 0, err: '' })
    await admin.call('ACL', 'SETUSER', 'sessions', '-getdel')
    const { code, err } = await checked(url)
    expect(code).toBe(2)
    expect(err).toMatch(/store: it cannot end a session, end .* \(NOPERM: .*'getdel' command/)
    expect(err).not.toContain(password)
    await admin.call('ACL', 'SETUSER', 'sessions', '+getdel')
    // That is all of them, and each is needed: without `info` the settings of the server are not checked.
    const commands = rights.match(/(?<=\+)(?!info)\w+/g) ?? []
    expect(commands.length).toBeGreaterThan(10)
    const needless: string[] = []
    for (const command of commands) {
      await admin.call('ACL', 'SETUSER', 'sessions', `-${command}`)
      if ((await problemsOf(redisStore(url))) === '') needless.push(command)
      await admin.call('ACL', 'SETUSER', 'sessions', `+${command}`)
    }
    expect(needless).toEqual([])
  })
})
