// The embedded store passes the contract, and keeps what it was told over a restart.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { storeContract } from '../../src/store/contract.ts'
import { sqliteStore } from '../../src/store/sqlite.ts'

const folder = mkdtempSync(join(tmpdir(), 'portico-sessions-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('the embedded store', () => {
  for (const { name, run } of storeContract(() => sqliteStore(join(folder, 'sessions.db')))) it(name, run)

  it('keeps numbers of readers over a restart', async () => {
    const path = join(folder, 'restarted.db')
    const first = sqliteStore(path)
    await first.userIdOf('somebody')
    const number = await first.userIdOf('kari')
    await first.close()
    const second = sqliteStore(path)
    expect(await second.userIdOf('kari')).toBe(number)
    await second.close()
  })

  it('says so when the file is no database', () => {
    const path = join(folder, 'broken.db')
    writeFileSync(path, 'no database '.repeat(1000))
    expect(() => sqliteStore(path)).toThrow()
    expect(readFileSync(path, 'utf8')).toMatch(/^no database/)
  })
})
