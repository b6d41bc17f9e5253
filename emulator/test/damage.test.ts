// Data that was damaged on the disk: the keys, without which nothing starts, and rows that can be done without.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspect } from 'node:util'
import Database from 'libsql'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { EmulatorError, startEmulator } from '../src/index.ts'
import { Visitor } from './helpers.ts'
import { askSession, credentials, goToLogin, logIn, loginUrl, site } from './log-in.ts'

let directory: string
let file: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'portico-emulator-'))
  file = join(directory, 'emulator.db')
})
afterEach(() => {
  rmSync(directory, { recursive: true, force: true })
})

function change(sql: string, ...values: unknown[]): void {
  const db = new Database(file)
  db.prepare(sql).run(...values)
  db.close()
}

/** What starting ends with, on data that was fine until it was changed. */
async function startAfter(damage: () => void): Promise<EmulatorError> {
  await (await startEmulator({ data: directory })).close()
  damage()
  const outcome = await startEmulator({ data: directory }).catch((error: unknown) => error)
  if (!(outcome instanceof EmulatorError))
    throw new Error('it started, or failed otherwise', { cause: outcome })
  return outcome
}

function jwksNow(): string {
  const db = new Database(file)
  const { value } = db.prepare("SELECT value FROM secrets WHERE name = 'jwks'").get() as { value: string }
  db.close()
  return value
}

describe('a damaged key', () => {
  it.each<[key: string, damage: string, change: (jwks: string) => unknown]>([
    ['jwks', 'cut off', (jwks) => jwks.slice(0, 300)],
    ['jwks', 'of another kind', () => '{"keys":[{"kty":"oct","k":"AAAA"}]}'],
    ['jwks', 'without its private half', (jwks) => jwks.replace('"d":', '"x":')],
    ['jwks', 'with a digit changed', (jwks) => jwks.replace(/"n":"..../, '"n":"AAAA')],
    ['jwks', 'no key set', () => 'null'],
    ['jwks', 'an empty key set', () => '{"keys":[]}'],
    ['jwks', 'bytes', () => Buffer.from([0, 255])],
    ['cookie-key', 'empty', () => ''],
    ['signing-key', 'cut off', () => 'abc'],
    ['signing-key', 'bytes', () => Buffer.from([0, 255])],
  ])('%s, %s: says which, where, and what to do, and nothing of it', async (name, _damage, damaged) => {
    let value: unknown
    const error = await startAfter(() => {
      value = damaged(jwksNow())
      change('UPDATE secrets SET value = ? WHERE name = ?', value, name)
    })
    expect(error.reason).toBe('data-unusable')
    expect(error.message).toContain(directory)
    expect(error.message).toContain(`the key "${name}" in emulator.db is damaged`)
    expect(error.message).toMatch(/start afresh/)
    for (const part of String(value).match(/.{20}/g) ?? []) expect(inspect(error)).not.toContain(part)
    // and the file was let go
    change('DELETE FROM secrets')
    await (await startEmulator({ data: directory })).close()
  })

  it('in a table of another shape is told of in the same way', async () => {
    const error = await startAfter(() => change('ALTER TABLE secrets RENAME COLUMN value TO worth'))
    expect(error).toMatchObject({ reason: 'data-unusable', message: expect.stringContaining(directory) })
  })
})

describe('a damaged row', () => {
  it('of a log-in, a session, a client or a redirect URI is as good as none', async () => {
    const printed = vi.spyOn(console, 'error')
    const emulator = await startEmulator({ data: directory })
    const visitor = new Visitor()
    await logIn(emulator, visitor, 'ingrid')
    const page = await goToLogin(emulator, visitor, { prompt: 'login' })
    emulator.registerRedirectUri(site.clientId, 'http://localhost:3000/')
    change('UPDATE records SET value = substr(value, 2)')
    change("UPDATE oidc SET payload = 'null'")
    change("UPDATE redirect_uris SET url = 'no url'")
    change("INSERT INTO clients VALUES ('broken', 'Broken', 'secret', 'nobody')")
    change("INSERT INTO clients VALUES ('homeless', 'Homeless', 'secret', 'site')")

    expect((await visitor.open(page.url)).status).toBe(400)
    expect((await askSession(emulator, visitor)).status).toBe(200)
    const listed = await visitor.json<{ clientId: string }[]>(
      emulator.url('account.localhost', '/control/api/clients'),
    )
    expect(listed.map(({ clientId }) => clientId)).toEqual(['harbour-post', 'fell-and-fjord', 'homeless'])
    for (const clientId of ['broken', 'homeless'])
      expect((await visitor.open(loginUrl(emulator, { ...site, clientId }, {}))).status).toBe(400)
    change("UPDATE oidc SET payload = '{'")
    const again = await goToLogin(emulator, visitor)
    const home = await visitor.submit(again, 'login', credentials(emulator, 'matti'))
    expect(home.url).toBe(emulator.url(site.siteHost))
    expect(printed.mock.calls).toEqual([])
    await emulator.close()
  })
})
