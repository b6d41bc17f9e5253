// What makes, changes and removes, asked on a raw socket for what cannot be: it says no, in a sentence, and goes on.

import { expect, it, vi } from 'vitest'
import { ACCOUNT_HOST } from '../../src/index.ts'
import { exchange, requestFor, statusOf } from './raw.ts'
import { useWatchedEmulator } from './watched.ts'

const world = useWatchedEmulator()

const HOME = 'http://app.site.localhost:3000/'
const VALUES = [
  null,
  0,
  -1,
  1e308,
  true,
  [],
  {},
  [['a']],
  '',
  '\ud800',
  '\0',
  '__proto__',
  'a'.repeat(5000),
  HOME,
]
const NAMES = [
  ...['username', 'email', 'password', 'givenName', 'displayName', 'gender', 'phone'],
  ...[
    'clientId',
    'name',
    'publisher',
    'isPublic',
    'redirectUri',
    'url',
    'anyway',
    'constructor',
    '__proto__',
  ],
]
const JSONS = [
  ...['', 'null', '[]', '"text"', '7', '{', '{}', '[[[[', '{"__proto__":{"url":"http://a"}}', '\xff\xfe'],
  ...NAMES.flatMap((name) =>
    VALUES.map((value) =>
      JSON.stringify({ username: 'fuzzed', clientId: 'fuzzed', redirectUri: HOME, [name]: value }),
    ),
  ),
]
const FORMS = [
  ...[
    '',
    '%',
    'username=%ff',
    'username=ingrid&client=__proto__',
    'username=constructor&client=harbour-post',
  ],
  ...[
    'username=ingrid',
    'username[]=ingrid&client=harbour-post',
    'client=harbour-post&url=%00',
    `url=${'a'.repeat(9000)}`,
  ],
]

/** Sends them all, from the control page's origin and on a connection each. */
async function sendAll(method: string, path: string, bodies: readonly string[], type: string): Promise<void> {
  const host = `${ACCOUNT_HOST}:${world.emulator.port}`
  for (const body of bodies) {
    const bytes = Buffer.from(body).toString('latin1')
    const head = `Origin: http://${host}\r\nContent-Type: ${type}\r\nContent-Length: ${bytes.length}\r\n`
    const answer = await exchange(world.emulator.port, `${requestFor(path, host, method, head)}${bytes}`)
    expect.soft(statusOf(answer), `${method} ${path} ${body}`).toBeLessThan(500)
    expect.soft(answer).not.toMatch(/node:internal|node_modules|\bat [^"\n]+:\d+:\d+|Cannot read/)
  }
}

it.each([
  ['POST', 'users'],
  ['PATCH', 'users/alex'],
  ['POST', 'clients'],
  ['PATCH', 'clients/fuzzed'],
  ['POST', 'clients/harbour-post/redirect-uris'],
  ['PUT', `clients/harbour-post/redirect-uris?url=${encodeURIComponent(HOME)}`],
  ['PATCH', 'faults'],
])('%s %s', async (method, path) => {
  const printed = vi.spyOn(console, 'error')
  await sendAll(method, `/control/api/${path}`, JSONS, 'application/json')
  expect(printed.mock.calls).toEqual([])
  await exchange(
    world.emulator.port,
    requestFor('/control/api/everything', `${ACCOUNT_HOST}:${world.emulator.port}`, 'DELETE'),
  )
  expect(world.emulator.users.map(({ username }) => username)).toEqual(['ingrid', 'matti', 'alex'])
})

it.each(['/control/log-in', '/control/redirect-uris'])('POST %s', async (path) => {
  const printed = vi.spyOn(console, 'error')
  await sendAll('POST', path, FORMS, 'application/x-www-form-urlencoded')
  await sendAll('POST', path, FORMS, 'multipart/form-data')
  expect(printed.mock.calls).toEqual([])
})
