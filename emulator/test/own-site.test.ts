// What the emulator tells a site that a developer runs beside it.

import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { parseEnv } from 'node:util'
import { beforeEach, describe, expect, it } from 'vitest'
import { loopbackFetch } from '../src/index.ts'
import { ended, newDirectory, runIn, whenStarted } from './command.ts'
import { Visitor } from './helpers.ts'

const SITE = 'http://www.site.localhost:3000/callback'

let folder = ''
beforeEach(() => {
  folder = newDirectory()
})

/** Starts the command; settles when it runs, with the lines that it printed. */
async function start(...args: string[]): Promise<string[]> {
  const { stdout } = runIn(folder, '--port', '0', ...args)
  const lines: string[] = []
  for await (const line of createInterface({ input: stdout as Readable })) {
    lines.push(line)
    if (line.includes('is running')) return lines
  }
  throw new Error('it ended')
}

/** What the command says that does not start. */
async function refusal(...args: string[]): Promise<string> {
  const { code, err } = await ended(runIn(folder, '--port', '0', ...args))
  expect(code).toBe(2)
  return err
}

describe('--site', () => {
  it('takes a site for the client’s, and writes what it needs to know', async () => {
    const lines = await start('--site', SITE, '--env', 'own.env')
    expect(lines.slice(0, 2)).toEqual([
      'Your own site is http://www.site.localhost:3000/. What its server needs to know is in own.env.',
      'Added there: IDENTITY_ENV, SESSION_DOMAIN, SESSION_LOGIN_URL, CLIENT_ID, CLIENT_SECRET, SIGNATURE_SECRET, REDIRECT_URI, COOKIE_SECRET.',
    ])
    const settings = parseEnv(readFileSync(join(folder, 'own.env'), 'utf8'))
    expect(settings).toEqual({
      IDENTITY_ENV: expect.any(String),
      SESSION_DOMAIN: expect.stringMatching(/^http:\/\/id\.site\.localhost:\d+$/),
      SESSION_LOGIN_URL: `${settings.SESSION_DOMAIN}/session-login`,
      CLIENT_ID: 'harbour-post',
      CLIENT_SECRET: expect.any(String),
      SIGNATURE_SECRET: expect.stringMatching(/^[\w-]{43}$/),
      REDIRECT_URI: SITE,
      COOKIE_SECRET: expect.stringMatching(/^[\w-]{48}$/),
    })
    const { accountUrl, sdrnNamespace } = JSON.parse(settings.IDENTITY_ENV ?? '')
    expect(accountUrl).toMatch(/^http:\/\/account\.localhost:\d+$/)
    expect(sdrnNamespace).toBe('localhost')
    const query = {
      client_id: 'harbour-post',
      response_type: 'code',
      redirect_uri: SITE,
      scope: 'openid',
      state: 's',
    }
    const login = await new Visitor().open(`${accountUrl}/oauth/authorize?${new URLSearchParams(query)}`)
    expect(login).toMatchObject({ status: 200, url: expect.stringContaining('/interaction/') })
  })

  it('sets its own names in a file that is there, says which, and leaves everything else as it is', async () => {
    const before = [
      '# Ours. CLIENT_ID="commented out" isn’t one',
      'DATABASE_URL="postgres://localhost/news" # a local one',
      'export CLIENT_ID = "of another service" # theirs',
      "CERTIFICATE='two lines",
      "CLIENT_SECRET=within a text'",
      '',
      '  NEXT_PUBLIC_CLIENT_ID=public',
      'REDIRECT_URI=',
      'CLIENT_ID=again',
      "QUOTED='it \\n is $HOME'",
    ]
    writeFileSync(join(folder, '.env.local'), before.join('\n'))
    const lines = await start('--site', SITE, '--env', '.env.local')
    const text = readFileSync(join(folder, '.env.local'), 'utf8')
    const { CLIENT_SECRET, ...written } = parseEnv(text)
    expect(text.split('\n')).toEqual([
      ...before.slice(0, 2),
      'export CLIENT_ID = harbour-post # theirs',
      ...before.slice(3, 7),
      `REDIRECT_URI=${SITE}`,
      'CLIENT_ID=harbour-post',
      before[9],
      `IDENTITY_ENV='${written.IDENTITY_ENV}'`,
      ...['SESSION_DOMAIN', 'SESSION_LOGIN_URL'].map((name) => `${name}=${written[name]}`),
      `CLIENT_SECRET=${CLIENT_SECRET}`,
      ...['SIGNATURE_SECRET', 'COOKIE_SECRET'].map((name) => `${name}=${written[name]}`),
      '',
    ])
    expect(written).toMatchObject({
      IDENTITY_ENV: expect.stringMatching(/^\{"name":"EMULATOR",/),
      CLIENT_ID: 'harbour-post',
      REDIRECT_URI: SITE,
      DATABASE_URL: 'postgres://localhost/news',
      CERTIFICATE: 'two lines\nCLIENT_SECRET=within a text',
    })
    expect(lines.slice(1, 3)).toEqual([
      'Added there: IDENTITY_ENV, SESSION_DOMAIN, SESSION_LOGIN_URL, CLIENT_SECRET, SIGNATURE_SECRET, COOKIE_SECRET.',
      'Changed there: CLIENT_ID, REDIRECT_URI.',
    ])
  })

  it('keeps the line ends of a file, and changes what it has written before', async () => {
    const file = join(folder, 'site.env')
    writeFileSync(file, "CLIENT_ID='theirs'\r\nOTHER=1\r\n")
    await start('--site', SITE)
    const first = readFileSync(file, 'utf8')
    expect(first).toMatch(/^CLIENT_ID=harbour-post\r\nOTHER=1\r\nIDENTITY_ENV=/)
    expect(first.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
    const lines = await start('--site', SITE)
    expect(lines[1]).toMatch(
      /^Changed there: (IDENTITY_ENV, SESSION_DOMAIN, SESSION_LOGIN_URL, )?(SIGNATURE_SECRET, )?COOKIE_SECRET\.$/,
    )
    const second = readFileSync(file, 'utf8')
    const names = (text: string) => text.split('\r\n').map((line) => line.split('=')[0])
    expect(names(second)).toEqual(names(first))
    expect(parseEnv(second).COOKIE_SECRET).not.toBe(parseEnv(first).COOKIE_SECRET)
  })

  it.skipIf(process.platform === 'win32')(
    'keeps what it writes from other users of the machine',
    async () => {
      await start('--site', SITE)
      expect(statSync(join(folder, 'site.env')).mode & 0o777).toBe(0o600)
    },
  )

  it.each([
    ['no address', ['--site', 'www.site.localhost']],
    ['one with a fragment', ['--site', `${SITE}#a`]],
    ['one whose page could have no session', ['--site', 'http://localhost:3000/callback']],
    ['a file, and no site', ['--env', 'own.env']],
    ['a page that could have no session', ['--redirect-uri', 'http://localhost:8900/']],
  ])('says what is wrong, and writes nothing: %s', async (_, args) => {
    expect(await refusal(...args)).toMatch(/^portico-emulator: --(site|env|redirect-uri) .*see --help/)
    expect(existsSync(join(folder, 'own.env')) || existsSync(join(folder, 'site.env'))).toBe(false)
  })
})

describe('--redirect-uri', () => {
  it('lets pages at an address read sessions, and writes no file', async () => {
    const { port } = await whenStarted(
      runIn(folder, '--port', '0', '--redirect-uri', 'http://docs.site.localhost:8900/'),
    )
    const response = await loopbackFetch(
      `http://id.site.localhost:${port}/v2/session?client_id=harbour-post`,
      { headers: { origin: 'http://docs.site.localhost:8900' } },
    )
    expect(response.headers.get('access-control-allow-origin')).toBe('http://docs.site.localhost:8900')
    expect(existsSync(join(folder, 'site.env'))).toBe(false)
  })
})

describe('a file of options', () => {
  const write = (file: string, text: string) => writeFileSync(join(folder, file), text)

  it('is read where it is', async () => {
    write('portico-emulator.json', JSON.stringify({ site: SITE, env: 'from-file.env' }))
    await start()
    expect(parseEnv(readFileSync(join(folder, 'from-file.env'), 'utf8')).REDIRECT_URI).toBe(SITE)
  })

  it('is counted for less than the command line', async () => {
    write('portico-emulator.json', JSON.stringify({ site: SITE, env: 'from-file.env' }))
    await start('--env', 'named.env')
    expect(existsSync(join(folder, 'named.env'))).toBe(true)
    expect(existsSync(join(folder, 'from-file.env'))).toBe(false)
  })

  it('may have another name', async () => {
    write('own.json', JSON.stringify({ site: SITE }))
    await start('--config', 'own.json')
    expect(existsSync(join(folder, 'site.env'))).toBe(true)
  })

  it.each([
    ['not there', undefined, 'there is no file own.json'],
    ['no JSON', '{', 'own.json is no JSON'],
    ['a list', '[]', 'own.json is no JSON object'],
    [
      'of something else',
      '{"sites":[]}',
      'own.json has an option "sites", and the options are port, site, env, data, presence-cookie',
    ],
    ['with a value that is no text', '{"site":{}}', 'site in own.json must be text'],
  ])('is refused in one line when it is %s', async (_, text, sentence) => {
    if (text !== undefined) write('own.json', text)
    expect(await refusal('--config', 'own.json')).toBe(`portico-emulator: ${sentence} (see --help)\n`)
  })
})
