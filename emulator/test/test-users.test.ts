// Test users that a developer makes, changes and removes.

import { describe, expect, it } from 'vitest'
import { callControl, refusalOf } from './control.ts'
import { useEmulator, Visitor } from './helpers.ts'
import { askSession, logIn, site } from './log-in.ts'

const emulator = await useEmulator()

const MINE = 'http://app.site.localhost:3000/callback'

describe('users', () => {
  const call = (method: string, path: string, body?: unknown) => callControl(emulator, method, path, body)

  it('are made, log in, and are removed with their sessions', async () => {
    const made = await call('POST', 'users', { username: 'kari', givenName: 'Kari', familyName: 'Nordmann' })
    expect(made.status).toBe(201)
    expect(await made.json()).toMatchObject({
      email: 'kari@example.com',
      displayName: 'Kari N.',
      userId: 100004,
    })
    const visitor = new Visitor()
    await logIn(emulator, visitor, 'kari')
    expect((await askSession(emulator, visitor)).body).toMatchObject({ userId: 100004, givenName: 'Kari' })
    expect((await call('DELETE', 'users/kari')).status).toBe(204)
    expect((await askSession(emulator, visitor)).status).toBe(400)
    expect((await call('DELETE', 'users/kari')).status).toBe(404)
  })

  it.each([
    [{ username: 'Not a word' }, 'username'],
    [{ username: 'ingrid' }, 'There is a user of that name'],
    [{ username: 'other', email: 'matti@example.com' }, 'e-mail address'],
    [{ username: 'other', email: 7 }, 'email'],
    [{ username: 'other', givenName: '<b>' }, 'givenName'],
    [{ username: 'other', gender: 'x' }, 'gender'],
    [{ username: 'other', password: 'x' }, 'password'],
    [{ username: 'other', phone: 'x' }, 'phone'],
    [{ username: 'other', email: 'Other@example.com' }, 'in lower case'],
    [null, 'JSON object'],
  ])('are refused for %j', async (body, words) => {
    const said = await refusalOf(await call('POST', 'users', body))
    expect(said).toMatch(/^400 /)
    expect(said).toContain(words)
    expect(emulator.users).toHaveLength(3)
  })

  it('are changed, and log in by what they are now', async () => {
    const facts = { email: 'alexandra@example.com', password: 'another-one', givenName: 'Alexandra' }
    const answer = await call('PATCH', 'users/alex', { ...facts, username: 'x', userId: 1, uuid: 'x' })
    expect(await answer.json()).toMatchObject({ ...facts, username: 'alex', userId: 100003 })
    const visitor = new Visitor()
    await logIn(emulator, visitor, 'alex')
    expect((await askSession(emulator, visitor)).body).toMatchObject({ givenName: 'Alexandra' })
    expect(await refusalOf(await call('PATCH', 'users/nobody', {}))).toBe('404 There is no such user.')
  })

  it.each(['Ingrid 👩‍💻', 'Ingrid O’Neill', 'Zoe\u0308', 'नेहा', 'x'.repeat(40)])(
    'may be named %s',
    async (displayName) => {
      const answer = await call('PATCH', 'users/alex', { displayName })
      expect(await answer.json()).toMatchObject({ displayName })
    },
  )

  it.each([
    [{ email: 'matti@example.com' }, 'There is a user of that e-mail address.'],
    [{ password: 'x' }, '"password" must be 4 to 60 characters.'],
    [{ password: 'a\nb\nc' }, '"password" must be 4 to 60 characters.'],
    [{ displayName: '' }, '"displayName" must be a name.'],
    [{ displayName: '  ' }, '"displayName" must be a name.'],
    [{ displayName: '<b>' }, '"displayName" must be a name.'],
    [{ givenName: null }, '"givenName" must be a name.'],
    ['text', 'The body must be a JSON object.'],
  ])('are not changed by %j', async (body, words) => {
    const before = emulator.users
    expect(await refusalOf(await call('PATCH', 'users/ingrid', body))).toBe(`400 ${words}`)
    expect(emulator.users).toEqual(before)
  })

  it('are those of the beginning after everything was reset, with faults and redirect URIs', async () => {
    await call('POST', 'users', { username: 'kari' })
    emulator.setFaults({ session: 'down' })
    emulator.registerRedirectUri(site.clientId, MINE)
    expect((await call('DELETE', 'everything')).status).toBe(204)
    expect(emulator.users.map(({ username }) => username)).toEqual(['ingrid', 'matti', 'alex'])
    expect(emulator.faults.session).toBe('none')
    expect(await (await call('GET', 'clients')).text()).not.toContain(MINE)
    expect(await (await call('GET', 'sessions')).json()).toEqual([])
  })
})
