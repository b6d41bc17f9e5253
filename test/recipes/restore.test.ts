/** Backup and loss of each store, by the commands of "In production": what comes back, and what readers notice. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { startPostgres } from '../../session-service/test/store/postgres-server.mjs'
import { type RunningCommand, runCommand } from '../../session-service/test/support/command.ts'
import { freePort } from '../../session-service/test/support/free-port.mjs'
import { logInAt, type Told } from '../../session-service/test/support/reader-at-command.ts'
import {
  CLIENT_ID,
  CLIENT_SECRET,
  useProvider,
} from '../../session-service/test/support/scripted-provider.ts'
import { NEWS } from '../../session-service/test/support/service.ts'

const PAGE = readFileSync('docs/guide/production.md', 'utf8')
const folder = mkdtempSync(join(tmpdir(), 'portico-restore-'))
const provider = await useProvider()

/** Runs a command as the page has it. Where it reaches a server, `at` stands behind it. @returns what it printed */
function asWritten(command: string, at = ''): string {
  expect(PAGE).toContain(`\`${command.replaceAll('|', '\\|')}\``)
  const withServer = at
    ? command.replaceAll(/^(redis-cli|pg_dump|psql)|(?<=xargs -r )redis-cli/g, `$& ${at}`)
    : command
  // Here the service runs as whoever runs the tests.
  const asUser = withServer.replace('-o session-service', `-o ${userInfo().username}`)
  return execFileSync('sh', ['-ec', asUser], { cwd: folder, stdio: 'pipe', encoding: 'utf8' })
}

interface Kept {
  readonly address: string
  /** While the service runs. */
  backUp(): unknown
  /** While it does not run: the store is lost. */
  lose(): unknown
  restore(): unknown
  /** Ends all sessions, since some may be back that were ended after the backup. */
  endAll(): unknown
  close(): unknown
}

function sqlite(): Kept {
  const file = join(folder, 'sessions.db')
  const remove = () => {
    for (const end of ['', '-wal', '-shm']) rmSync(file + end, { force: true })
  }
  return {
    address: `sqlite:${file}`,
    backUp() {
      asWritten(`(umask 077; sqlite3 sessions.db ".backup 'sessions-copy.db'")`)
      expect(statSync(join(folder, 'sessions-copy.db')).mode & 0o777).toBe(0o600)
    },
    lose: remove,
    restore() {
      asWritten('rm -f sessions.db-wal sessions.db-shm')
      asWritten('install -m 600 -o session-service sessions-copy.db sessions.db')
      expect(statSync(file).mode & 0o777).toBe(0o600)
    },
    endAll: () => asWritten('sqlite3 sessions.db "DELETE FROM sessions"'),
    close() {},
  }
}

/** @param user who may make no schema, and has one; else one who may do everything */
async function postgres(user?: string): Promise<Kept> {
  const { url: admin, close } = await startPostgres()
  const url = new URL(admin)
  if (user) {
    url.username = user
    for (const statement of [
      `CREATE ROLE ${user} LOGIN`,
      'REVOKE CREATE ON DATABASE postgres FROM PUBLIC',
      `CREATE SCHEMA portico AUTHORIZATION ${user}`,
    ])
      execFileSync('psql', [admin, '--command', statement])
  }
  const drop = () =>
    asWritten(
      'psql --command "DROP TABLE IF EXISTS portico.version, portico.sessions, portico.ended, portico.used, portico.readers"',
      url.href,
    )
  return {
    address: url.href,
    backUp: () =>
      asWritten("pg_dump --table 'portico.*' --no-owner --no-privileges --file portico.sql", url.href),
    lose: drop,
    restore() {
      drop()
      asWritten('psql --set ON_ERROR_STOP=1 --file portico.sql', url.href)
    },
    endAll: () => asWritten('psql --command "DELETE FROM portico.sessions"', url.href),
    close,
  }
}

async function redis(): Promise<Kept> {
  const port = await freePort()
  const data = join(folder, 'redis')
  let server: ChildProcess
  const start = async (appendOnly: string) => {
    const args = [
      '--port',
      `${port}`,
      '--bind',
      '127.0.0.1',
      '--dir',
      data,
      '--save',
      '',
      '--appendonly',
      appendOnly,
    ]
    server = spawn('redis-server', args, { stdio: ['ignore', 'pipe', 'inherit'] })
    for await (const text of server.stdout ?? []) if (`${text}`.includes('Ready to accept')) break
  }
  const stop = async () => {
    const ended = once(server, 'exit')
    server.kill()
    await ended
  }
  const lose = async () => {
    await stop()
    rmSync(data, { recursive: true })
    mkdirSync(data)
    await start('yes')
  }
  mkdirSync(data)
  await start('yes')
  return {
    address: `redis://127.0.0.1:${port}`,
    backUp: () => asWritten('redis-cli --rdb sessions.rdb', `-p ${port}`),
    lose,
    async restore() {
      await stop()
      copyFileSync(join(folder, 'sessions.rdb'), join(data, 'dump.rdb'))
      await start('no')
      asWritten('redis-cli CONFIG SET appendonly yes', `-p ${port}`)
      // Until then, it ends by no signal.
      await vi.waitUntil(() => {
        const [, isWriting] =
          /^aof_rewrite_in_progress:(\d)/m.exec(asWritten('redis-cli INFO persistence', `-p ${port}`)) ?? []
        return isWriting === '0'
      }, 20_000)
      // Which a later restart shows.
      await stop()
      rmSync(join(data, 'dump.rdb'))
      await start('yes')
    },
    endAll: () =>
      asWritten("redis-cli --scan --pattern 'portico:session:*' | xargs -r redis-cli DEL", `-p ${port}`),
    close: stop,
  }
}

const services = new Set<RunningCommand>()
afterAll(async () => {
  for (const one of services) await one.stop('SIGKILL')
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
})

describe.each([
  ['SQLite', sqlite],
  ['PostgreSQL', () => postgres()],
  ['PostgreSQL by a user of least rights', () => postgres('sessions')],
  ['Redis', redis],
])('a backup of %s', (_name, open) => {
  it('brings sessions and readers’ numbers back; and without one, each has the same ids after a login', async () => {
    const store = await open()
    const start = async () => {
      const service = await runCommand({
        origin: 'https://id.news.test',
        provider: { issuer: provider.issuer, clientId: CLIENT_ID, clientSecret: CLIENT_SECRET },
        sites: [NEWS],
        store: store.address,
        cookieSecret: 'cookie-secret-of-the-session-service-0',
        identitySecret: 'identity-secret-of-the-session-service',
      })
      services.add(service)
      await vi.waitFor(async () => {
        expect((await fetch(`http://127.0.0.1:${service.managementPort}/ready`)).status).toBe(200)
      })
      return service
    }
    /** The reader's ids, or the code of the failure. */
    const idsOf = ({ userId, uuid, error }: Told) => error?.code ?? { userId, uuid }
    const NOBODY = 400

    let service = await start()
    const kari = await logInAt(service, provider, 'kari')
    const ids = { kari: idsOf(await kari.session(service)), ola: undefined as unknown }
    expect(ids.kari).toEqual({ userId: expect.any(Number), uuid: expect.any(String) })
    store.backUp()
    const ola = await logInAt(service, provider, 'ola')
    ids.ola = idsOf(await ola.session(service))
    await service.stop()

    await store.lose()
    service = await start()
    // Without a backup.
    expect(idsOf(await kari.session(service))).toEqual(NOBODY)
    const karisNext = await logInAt(service, provider, 'kari')
    expect(idsOf(await karisNext.session(service))).toEqual(ids.kari)
    await service.stop()

    await store.restore()
    service = await start()
    expect(idsOf(await kari.session(service))).toEqual(ids.kari)
    // Begun after the backup.
    expect(idsOf(await ola.session(service))).toEqual(NOBODY)
    const olasNext = await logInAt(service, provider, 'ola')
    expect(idsOf(await olasNext.session(service))).toEqual(ids.ola)

    store.endAll()
    for (const reader of [kari, olasNext]) expect(idsOf(await reader.session(service))).toEqual(NOBODY)
    const karisLast = await logInAt(service, provider, 'kari')
    expect(idsOf(await karisLast.session(service))).toEqual(ids.kari)
    await service.stop()
    await store.close()
  })
})
