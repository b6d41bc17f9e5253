// The embedded store passes the contract, beside another program that locks its file too, and keeps what it was told over a restart.

import { once } from 'node:events'
import fs, {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'libsql'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { sessionOf } from '../../src/store/contract/case.ts'
import { storeContract } from '../../src/store/contract.ts'
import { sqliteStore } from '../../src/store/sqlite.ts'
import { holdFile } from './file-lock.ts'

const folder = mkdtempSync(join(tmpdir(), 'portico-sessions-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
afterEach(() => void vi.useRealTimers())

const HOUR_MS = 3_600_000
const fileNamed = (name: string): string => join(folder, `${name}.db`)

describe('the embedded store', () => {
  const file = fileNamed('contract')
  const lock = () => holdFile(file)
  for (const { name, run } of storeContract(() => sqliteStore(file), { faults: { lock } })) it(name, run)

  describe('on a disk that is full', () => {
    const opened: Database.Database[] = []
    const open = () => {
      const db = new Database(fileNamed('full'))
      db.exec('PRAGMA journal_mode = WAL')
      opened.push(db)
      return sqliteStore(db)
    }
    const limit = (pages: number): void => {
      for (const db of opened) db.exec(`PRAGMA max_page_count = ${pages}`)
    }
    /** The database grows no further, as on a full disk: it answers SQLITE_FULL. */
    const fill = async () => {
      const full = sqliteStore(opened.at(-1) as Database.Database)
      limit(1)
      const writeOn = (): Promise<void> =>
        full.create(crypto.randomUUID(), sessionOf(), HOUR_MS).then(writeOn)
      await expect(writeOn()).rejects.toMatchObject({ code: 'SQLITE_FULL' })
      return async () => limit(100_000)
    }
    for (const { name, run } of storeContract(open, { faults: { fill } }))
      if (name.includes('full')) it(name, run)
    afterAll(() => {
      for (const db of opened) db.close()
    })
  })

  it('gives up on a program that holds the file for long, and goes on with the next write', async () => {
    const path = fileNamed('held')
    const [one, two] = [sqliteStore(path), sqliteStore(path)]
    const unlock = await holdFile(path)
    await expect(one.delete('key')).rejects.toMatchObject({ code: 'SQLITE_BUSY' })
    // Whoever only asks is answered meanwhile.
    expect(await one.read('key')).toBeUndefined()
    await unlock()
    await one.create('key', sessionOf(), HOUR_MS)
    expect(await two.read('key')).toBeDefined()
    await Promise.all([one.close(), two.close()])
  })

  it('knows the number of a reader beside a program that holds the file', async () => {
    const path = fileNamed('known')
    const store = sqliteStore(path)
    await store.reserveUserId('kari', 7)
    const unlock = await holdFile(path)
    expect(await store.reserveUserId('kari', 8)).toBe(7)
    await unlock()
    await store.close()
  })

  it('truncates the write-ahead log when a reader is forgotten; if another program is reading, at the next one', async () => {
    const path = fileNamed('forgotten')
    const logOf = () => readFileSync(`${path}-wal`, 'latin1')
    const store = sqliteStore(path)
    const program = new Database(path)
    await store.reserveUserId('kari', 7)
    program.exec('BEGIN')
    program.prepare('SELECT * FROM readers').all()
    await store.releaseUserId('kari', 7)
    expect(logOf()).toContain('kari')
    program.exec('COMMIT')
    await store.releaseUserId('ola', 8)
    expect(logOf()).toBe('')
    program.close()
    await store.close()
  })

  it('closes no database that it was given, and can be closed twice', async () => {
    const db = new Database(':memory:')
    const [given, own] = [sqliteStore(db), sqliteStore(':memory:')]
    for (const store of [given, given, own, own]) await store.close()
    expect(db.open).toBe(true)
    await expect(own.delete('key')).rejects.toThrow('not open')
    db.close()
  })

  it('ends its sweeps with itself', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const store = sqliteStore(':memory:')
    expect(vi.getTimerCount()).toBe(1)
    await store.close()
    expect(vi.getTimerCount()).toBe(0)
  })

  it('makes no file for a store in memory', async () => {
    await sqliteStore(':memory:').close()
    expect(existsSync(':memory:')).toBe(false)
  })

  it('keeps the numbers that an earlier version has counted', async () => {
    const path = fileNamed('counted')
    const old = new Database(path)
    old.exec(`CREATE TABLE readers (user_id INTEGER PRIMARY KEY AUTOINCREMENT, reader TEXT NOT NULL UNIQUE);
      INSERT INTO readers (reader) VALUES ('kari'), ('ola')`)
    old.close()
    const store = sqliteStore(path)
    expect(await store.reserveUserId('ola', 2 ** 51)).toBe(2)
    expect(await store.reserveUserId('per', 2 ** 51)).toBe(2 ** 51)
    expect(await store.reserveUserId('kari', 2 ** 51)).toBe(1)
    await store.close()
  })

  it('can be read by its owner alone', async () => {
    const path = fileNamed('private')
    const store = sqliteStore(path)
    await store.create('key', sessionOf(), HOUR_MS)
    const files = readdirSync(folder).filter((name) => name.startsWith('private.db'))
    expect(files).toHaveLength(3)
    for (const name of files) expect(statSync(join(folder, name)).mode & 0o077).toBe(0)
    await store.close()
  })

  it('makes its file for its owner alone also where a link leads to none', async () => {
    const [link, target] = ['link.db', 'target.db'].map((name) => join(folder, name)) as [string, string]
    symlinkSync(target, link)
    const store = sqliteStore(link)
    await store.create('key', sessionOf(), HOUR_MS)
    const files = readdirSync(folder).filter((name) => /^(link|target)\.db/.test(name))
    expect(files.length).toBeGreaterThan(1)
    for (const name of files) expect([name, statSync(join(folder, name)).mode & 0o077]).toEqual([name, 0])
    await store.close()
  })

  it('makes a file its owner’s alone that came back from a backup, with all that is beside it, also at the end of a link', async () => {
    const [link, target] = ['restored-link.db', 'restored.db'].map((name) => join(folder, name)) as [
      string,
      string,
    ]
    const before = sqliteStore(target)
    await before.create('key', sessionOf(), HOUR_MS)
    const files = ['', '-wal', '-shm'].map((end) => target + end)
    for (const name of files) chmodSync(name, 0o644)
    symlinkSync(target, link)
    const after = sqliteStore(link)
    for (const name of files) expect([name, statSync(name).mode & 0o777]).toEqual([name, 0o600])
    expect(await after.read('key')).toBeDefined()
    await Promise.all([before.close(), after.close()])
  })

  it('opens a file of another user that others can read, and a warning says what to do', async () => {
    const path = fileNamed('of-another')
    await sqliteStore(path).close()
    chmodSync(path, 0o644)
    // Whoever runs the tests owns all of its files, or is root: only a stand-in is refused.
    const refused = vi.spyOn(fs, 'chmodSync').mockImplementation(() => {
      throw Object.assign(new Error(), { code: 'EPERM' })
    })
    syncBuiltinESMExports()
    const warned = once(process, 'warning')
    const store = sqliteStore(path)
    refused.mockRestore()
    syncBuiltinESMExports()
    const [{ message }] = await warned
    expect(message).toBe(`Others can read ${path}. Let its owner run: chmod 600 ${path}`)
    expect(await store.read('key')).toBeUndefined()
    await store.close()
  })

  it('sweeps what is over out of its file, and nothing else', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
    const path = fileNamed('swept')
    const store = sqliteStore(path)
    await store.create('short', sessionOf(), 1000)
    await store.create('long', sessionOf(), HOUR_MS)
    await store.once('short', 1000)
    await store.once('long', HOUR_MS)
    await store.deleteByProviderSession('short', 1000)
    await store.deleteByProviderSession('long', HOUR_MS)
    await vi.advanceTimersByTimeAsync(30_000)
    const file = new Database(path)
    const keysOf = (table: string, key = 'key'): unknown =>
      (file.prepare(`SELECT ${key} AS key FROM ${table}`).all() as { key: string }[]).map((row) => row.key)
    expect([keysOf('sessions'), keysOf('used'), keysOf('ended', 'whose')]).toEqual([
      ['long'],
      ['long'],
      ['p:long'],
    ])
    file.close()
    await store.close()
  })

  it('goes on after a sweep that failed, and after a transaction that the database itself has ended', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
    const db = new Database(':memory:')
    const store = sqliteStore(db)
    db.exec("CREATE TRIGGER end_all BEFORE DELETE ON sessions BEGIN SELECT RAISE(ROLLBACK, 'ended'); END")
    await store.create('short', sessionOf(), 1000)
    await expect(store.delete('short')).rejects.toThrow('ended')
    await vi.advanceTimersByTimeAsync(30_000)
    db.exec('DROP TRIGGER end_all')
    await vi.advanceTimersByTimeAsync(30_000)
    expect(db.prepare('SELECT * FROM sessions').all()).toEqual([])
    await store.close()
    db.close()
  })

  it('says so when there is no folder for the file', () => {
    expect(() => sqliteStore(join(folder, 'nowhere', 'sessions.db'))).toThrow(/ENOENT/)
  })

  it('says so when the file is no database', () => {
    const path = fileNamed('broken')
    writeFileSync(path, 'no database '.repeat(1000))
    expect(() => sqliteStore(path)).toThrow()
    expect(readFileSync(path, 'utf8')).toMatch(/^no database/)
  })
})
