// The command: what it is told by file and variables, what it says of itself, and how it stops.

import { readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { exportJWK, generateKeyPair } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { configFile, ended, newFolder, type RunningCommand, runCommand } from './support/command.ts'
import { CLIENT_ID, useProvider } from './support/scripted-provider.ts'
import { authorizePath, NAVIGATION, NEWS, WWW } from './support/service.ts'

const provider = await useProvider()
let config: Record<string, unknown> & { provider: object }
beforeAll(async () => {
  config = {
    origin: 'https://id.news.test',
    provider: {
      issuer: provider.issuer,
      clientId: CLIENT_ID,
      clientSecret: 'provider-secret-of-the-service',
    },
    sites: [NEWS],
    store: 'sqlite::memory:',
    cookieSecret: 'cookie-secret-of-the-session-service-0',
    identitySecret: 'identity-secret-of-the-session-service',
  }
})

describe('the options', () => {
  it('come from the default file, where no other is named', async () => {
    const folder = newFolder()
    configFile(config, folder)
    expect((await ended(['--check'], {}, folder)).code).toBe(0)
  })

  it('come from variables, without any file', async () => {
    const { issuer } = provider
    const folder = newFolder()
    const { privateKey } = await generateKeyPair('ES256', { extractable: true })
    writeFileSync(join(folder, 'secret'), `${config.cookieSecret}\n`)
    const variables = {
      PORTICO_ORIGIN: 'https://id.news.test',
      PORTICO_PROVIDER_ISSUER: issuer,
      PORTICO_PROVIDER_CLIENT_ID: CLIENT_ID,
      PORTICO_PROVIDER_CLIENT_SECRET: 'secret',
      PORTICO_SITES: JSON.stringify([NEWS]),
      PORTICO_STORE: 'sqlite::memory:',
      PORTICO_CODE_REDEMPTION: JSON.stringify({ signingKeys: [await exportJWK(privateKey)] }),
      PORTICO_COOKIE_SECRET_FILE: join(folder, 'secret'),
      PORTICO_IDENTITY_SECRET: 'identity-secret-of-the-session-service',
    }
    // A variable counts before the file of the same name.
    const both = { ...variables, PORTICO_ORIGIN_FILE: join(folder, 'secret') }
    expect(await ended(['--check'], both)).toMatchObject({ code: 0, err: '' })
  })

  it('may stand for variables, so that no secret is in the file', async () => {
    const file = configFile({ ...config, sites: [{ ...NEWS, signatureSecret: '$NEWS_SECRET' }] })
    const missing = await ended(['--check', '--config', file])
    expect(missing.code).toBe(2)
    expect(missing.err).toContain(
      'sites.0.signatureSecret: there is no variable NEWS_SECRET. Set it, or NEWS_SECRET_FILE',
    )
    expect((await ended(['--check', '--config', file], { NEWS_SECRET: 's'.repeat(40) })).code).toBe(0)
  })

  it('of the compose file can be used', async () => {
    const folder = new URL('../compose/', import.meta.url)
    const compose = readFileSync(new URL('compose.yaml', folder), 'utf8')
    const variables = Object.fromEntries(
      [...compose.matchAll(/^ {4}([A-Z_]+): (\S+)$/gm)].map(([, name, value]) => [name, value]),
    )
    expect(Object.keys(variables)).toHaveLength(4)
    const file = fileURLToPath(new URL('session-service.json', folder))
    expect(await ended(['--check', '--config', file], variables)).toMatchObject({ code: 0, err: '' })
  })

  it('that cannot be used are named, each with what to do', async () => {
    const wrong = {
      ...config,
      origin: 'http://id.news.test',
      store: 'mysql://x',
      port: 'x',
      cookieSecret: 'hush',
    }
    const first = await ended(['--config', configFile(wrong)])
    expect(first.code).toBe(2)
    expect(first.err).toMatch(/- port: give a port\n- store: give sqlite:<file>/)
    const second = await ended([
      '--config',
      configFile({ ...config, origin: 'http://id.news.test', cookieSecret: 'hush' }),
    ])
    expect(second.err).toMatch(/- origin: give the https address.*\n- cookieSecret: give 32/)
    expect(second.err).not.toContain('hush')
  })

  it.each([
    ['postgres://portico:hush@127.0.0.1:x/sessions', 'the address cannot be used (Invalid URL)'],
    ['sqlite:nowhere/sessions.db', 'the file nowhere/sessions.db cannot be used'],
  ])('say so of a store that cannot be used, without its password: %s', async (store, message) => {
    const { code, err } = await ended(['--config', configFile({ ...config, store })])
    expect(code).toBe(2)
    expect(err).toContain(`store: ${message}`)
    expect(err).not.toContain('hush')
  })

  it.each([
    ['sqlite::memory:', /^The options can be used\. Sessions .* in memory/],
    ['sqlite:sessions.db', /one machine/],
    ['postgres://127.0.0.1:1/sessions', /any number of machines/],
    ['redis://127.0.0.1:1', /any number of machines/],
  ])('come from a file, and are checked with a word about whom the store is for: %s', async (store, word) => {
    const { code, out } = await ended(['--check', '--config', configFile({ ...config, store })])
    expect([code, out]).toEqual([0, expect.stringMatching(word)])
  })

  it.each([
    ['a file that there is not', ['--config', 'nowhere.json'], /There is no file nowhere\.json/],
    ['a folder without a file', [], /There is no session-service\.json in this folder/],
    [
      'an option that there is not',
      ['--prot', '1'],
      /^portico-session-service: .*--prot.* \(see --help\)\n$/,
    ],
  ])('say so of %s', async (_what, args, message) => {
    const { code, err } = await ended(args)
    expect(code).toBe(2)
    expect(err).toMatch(message)
  })

  it('may be a function that hears what the log hears', async () => {
    const functions = join(newFolder(), 'functions.mjs')
    writeFileSync(
      functions,
      "export const onEvent = (event) => console.log(JSON.stringify({ msg: 'heard ' + event.type, ...event }))",
    )
    const command = await runCommand({ ...config, functions, logLevel: 'debug' })
    const [heard, logged] = [command.line('heard request'), command.line('request')]
    await fetch(`http://127.0.0.1:${command.port}/v2/session?client_sdrn=sdrn:x:client:news`)
    expect(await heard).toMatchObject({ type: 'request', route: '/v2/session' })
    expect(await logged).toMatchObject({ route: '/v2/session' })
    await command.stop()
  })

  it('may be functions of a module', async () => {
    const folder = newFolder()
    writeFileSync(
      join(folder, 'functions.mjs'),
      'export const access = ({ productIds }) => ({ entitled: productIds.includes("a") })\nexport const typo = 1\n',
    )
    const { code, err } = await ended(
      ['--check', '--config', configFile({ ...config, functions: 'functions.mjs' }, folder)],
      {},
      folder,
    )
    expect(code).toBe(2)
    expect(err).toContain('typo: there is no such option')
  })
})

describe('a command that runs', () => {
  /** For tests that only look at it. */
  let command: RunningCommand
  const manage = (path: string) => fetch(`http://127.0.0.1:${command.managementPort}${path}`)
  beforeAll(async () => {
    command = await runCommand(config)
  })
  afterAll(() => command.stop())

  // First, while nobody else is counted.
  it('serves readers, and says how it is to whoever runs it, on another port', async () => {
    const session = `http://127.0.0.1:${command.port}/v2/session?client_sdrn=sdrn:x:client:news`
    const response = await fetch(session, { headers: { origin: WWW } })
    expect((await response.json()).error.code).toBe(400)
    expect(response.headers.get('access-control-allow-origin')).toBe(WWW)
    expect((await manage('/live')).status).toBe(200)
    expect(await (await manage('/ready')).json()).toEqual({ store: true, provider: true, stopping: false })
    for (const path of ['wp-login.php', 'wp-login.php?secret=1', 'hasAccess/news-digital'])
      await fetch(`http://127.0.0.1:${command.port}/${path}`)
    const metrics = await (await manage('/metrics')).text()
    expect(metrics).toContain(
      'portico_http_request_duration_seconds_count{route="/v2/session",status="200"} 1',
    )
    expect(metrics).toContain('portico_http_request_duration_seconds_count{route="other",status="404"} 2')
    expect(metrics).toContain(
      'portico_http_request_duration_seconds_count{route="/hasAccess/:ids",status="404"} 1',
    )
    expect((await fetch(`http://127.0.0.1:${command.port}/metrics`)).status).toBe(404)
  })

  it('keeps connections for longer than load balancers do, and those who run it to this machine', async () => {
    const { headers } = await fetch(`http://127.0.0.1:${command.port}/`)
    expect(headers.get('keep-alive')).toBe('timeout=65')
    // Another address of this machine. Whoever listens on all of them would answer.
    for (const port of [command.port, command.managementPort])
      await expect(fetch(`http://127.0.0.2:${port}/live`)).rejects.toThrow()
  })

  it('logs by default why a login failed', async () => {
    const failed = command.line('login-failed')
    await fetch(`http://127.0.0.1:${command.port}/callback?state=${'x'.repeat(32)}`, { headers: NAVIGATION })
    expect(await failed).toMatchObject({ level: 40, reason: 'state-unknown' })
  })

  it('says so when its port is taken', async () => {
    const { code, err } = await ended(['--config', configFile({ ...config, port: command.port })])
    expect(code).toBe(2)
    expect(err).toContain(`port ${command.port} on 127.0.0.1 cannot be used (EADDRINUSE)`)
  })
})

describe('a command that is started', () => {
  it('says in its log what a logout means at the provider, before anybody logs in', async () => {
    provider.metadata = { end_session_endpoint: undefined }
    const command = await runCommand(config)
    await fetch(`http://127.0.0.1:${command.managementPort}/ready`)
    await command.stop()
    const found = command.lines
      .map((line) => JSON.parse(line))
      .filter(({ msg }) => msg === 'provider-discovered')
    expect(found).toMatchObject([{ level: 30, logout: 'next-login-asks' }])
  })

  it('stays ready while the provider is down, and not while the store is', async () => {
    provider.isDown = true
    const command = await runCommand(config)
    const ready = await fetch(`http://127.0.0.1:${command.managementPort}/ready`)
    expect([ready.status, await ready.json()]).toEqual([
      200,
      { store: true, provider: false, stopping: false },
    ])
    provider.isDown = false
    await command.stop()
    const away = await runCommand({ ...config, store: 'redis://127.0.0.1:1' })
    expect((await fetch(`http://127.0.0.1:${away.managementPort}/ready`)).status).toBe(503)
    const session = await fetch(`http://127.0.0.1:${away.port}/v2/session?client_sdrn=sdrn:x:client:news`, {
      headers: { cookie: `__Host-session-id=${'x'.repeat(32)}.1` },
    })
    expect(session.status).toBe(503)
    await away.stop()
  })

  it('logs a line of JSON for each thing that happens, without anything secret', async () => {
    const command = await runCommand({ ...config, logLevel: 'debug' })
    const origin = `http://127.0.0.1:${command.port}`
    const begun = await fetch(
      origin + authorizePath({ state: 'state-of-the-site', login_hint: 'kari@site.com' }),
      {
        headers: NAVIGATION,
        redirect: 'manual',
      },
    )
    const cookie = begun.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    const seen = command.line('login-succeeded')
    const back = await fetch(`${origin}/callback${provider.approve(begun.headers.get('location') ?? '')}`, {
      headers: { cookie },
      redirect: 'manual',
    })
    expect(await seen).toMatchObject({ clientId: 'news', level: 30, service: 'portico-session-service' })
    await command.stop()
    const log = command.lines.join('\n')
    const code = new URL(back.headers.get('location') ?? '').searchParams.get('code') ?? '?'
    const secrets = [
      'state-of-the-site',
      'kari',
      code,
      cookie.split('=')[1] ?? '?',
      back.headers.getSetCookie()[0] ?? '?',
    ]
    for (const secret of [...secrets, `${config.cookieSecret}`, 'provider-secret', NEWS.signatureSecret])
      expect(log).not.toContain(secret)
  })

  it('stops when it is told: what it answers is answered, and what comes then is refused', async () => {
    const command = await runCommand(config)
    // A form that is still on its way.
    const socket = connect(command.port, '127.0.0.1')
    socket.write(
      'POST /backchannel-logout HTTP/1.1\r\nhost: id.news.test\r\ncontent-type: application/x-www-form-urlencoded\r\ncontent-length: 14\r\n\r\nlogout_',
    )
    await new Promise((resolve) => socket.once('connect', resolve))
    await fetch(`http://127.0.0.1:${command.port}/`).catch(() => {})
    const stopping = command.line('stopping')
    const code = command.stop()
    await stopping
    let answer = ''
    socket.on('data', (piece) => {
      answer += piece
    })
    socket.write('token=x')
    await new Promise((resolve) => socket.once('close', resolve))
    expect(answer).toMatch(/^HTTP\/1\.1 400/)
    expect(await code).toBe(0)
    await expect(fetch(`http://127.0.0.1:${command.port}/`)).rejects.toThrow()
  })

  it('says that it is not ready while it stops', async () => {
    const command = await runCommand(config)
    const body = `logout_token=${await provider.logoutToken({ sub: 'kari' })}`
    const socket = connect(command.port, '127.0.0.1')
    // A logout that is on its way keeps it from ending.
    socket.write(
      `POST /backchannel-logout HTTP/1.1\r\nhost: x\r\ncontent-type: application/x-www-form-urlencoded\r\ncontent-length: ${body.length}\r\n\r\n`,
    )
    await new Promise((resolve) => socket.once('connect', resolve))
    await fetch(`http://127.0.0.1:${command.port}/`)
    const stopping = command.line('stopping')
    const code = command.stop()
    await stopping
    const ready = await fetch(`http://127.0.0.1:${command.managementPort}/ready`)
    expect([ready.status, (await ready.json()).stopping]).toEqual([503, true])
    // What is answered now still finds the store: it is closed last.
    const answer = new Promise((resolve) => socket.once('data', (piece) => resolve(`${piece}`)))
    socket.write(body)
    expect(await answer).toMatch(/^HTTP\/1\.1 200/)
    expect(await code).toBe(0)
  })

  it('is documented with all its variables', () => {
    const source = readFileSync(new URL('../src/command/config.ts', import.meta.url), 'utf8')
    const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
    for (const [name] of source.matchAll(/\bPORTICO_\w+/g)) expect(readme).toContain(name)
  })
})
