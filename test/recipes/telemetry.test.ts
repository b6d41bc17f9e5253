/** The session service with OpenTelemetry, as "In production" starts it. The tests read what it sends to a console and to a collector. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { freePort } from '../../session-service/test/support/free-port.mjs'
import { logInAt } from '../../session-service/test/support/reader-at-command.ts'
import {
  CLIENT_ID,
  CLIENT_SECRET,
  useProvider,
} from '../../session-service/test/support/scripted-provider.ts'
import { NAVIGATION, NEWS } from '../../session-service/test/support/service.ts'
import { filesAsTheyStand } from '../docs/pages.ts'
import { end, whenSaid } from '../support/program.ts'
import { type Collector, startCollector, type Told } from './support/collector.ts'
import { COMMAND, packedCommand } from './support/packed-service.ts'

const PAGE = readFileSync('docs/guide/production.md', 'utf8')
const [, install = ''] = /`(npm install @opentelemetry[^`]+)`/.exec(PAGE) ?? []
const [, start = ''] = /^```sh\n(export OTEL_.*?)^```$/ms.exec(PAGE) ?? []

const folder = mkdtempSync(join(tmpdir(), 'portico-telemetry-'))
const provider = await useProvider()
let collector: Collector
let service: ChildProcess | undefined
let port: number
let output = ''

beforeAll(async () => {
  packedCommand(folder)
  execFileSync('sh', ['-ec', install], { cwd: folder, stdio: 'pipe' })
  const files = Object.entries(filesAsTheyStand('guide/production.md'))
  expect(files.map(([name]) => name)).toEqual(['telemetry.mjs', 'events.mjs'])
  for (const [name, text] of files) writeFileSync(join(folder, name), text)
  port = await freePort()
  collector = await startCollector()
  const config = {
    port,
    managementPort: await freePort(),
    origin: 'https://id.news.test',
    provider: { issuer: provider.issuer, clientId: CLIENT_ID, clientSecret: CLIENT_SECRET },
    sites: [NEWS],
    store: 'sqlite::memory:',
    cookieSecret: 'cookie-secret-of-the-session-service-0',
    identitySecret: 'identity-secret-of-the-session-service',
    functions: './events.mjs',
  }
  writeFileSync(join(folder, 'session-service.json'), JSON.stringify(config))
  expect(start).toContain(COMMAND)
  // The shell gives its place to the service, so that a signal reaches it.
  const commands = start.replace(/^node /m, 'exec node ').replaceAll('=console', '=console,otlp')
  service = spawn('sh', ['-ec', commands], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.address,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_METRICS_EXPORTER: 'none',
      OTEL_BSP_SCHEDULE_DELAY: '100',
      OTEL_BLRP_SCHEDULE_DELAY: '100',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  for (const stream of [service.stdout, service.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  await whenSaid(service, /"listening"/)
})
afterAll(async () => {
  if (service) await end(service, 'SIGKILL')
  collector?.close()
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
})

const named = (list: readonly Told[], name: string) =>
  vi.waitUntil(() => list.find((one) => one.name === name), 10_000)

it('names a span by method and route, and puts each event into the trace of its request', async () => {
  const kari = await logInAt({ port }, provider, 'kari')
  expect(await kari.session({ port })).toMatchObject({ uuid: expect.any(String) })
  const asked = await named(collector.spans, 'GET /v2/session')
  expect(asked.attributes).toMatchObject({
    'http.route': '/v2/session',
    'http.response.status_code': expect.anything(),
  })
  for (const [span, event] of [
    ['GET /oauth/authorize', 'portico.login_started'],
    ['GET /callback', 'portico.login_succeeded'],
  ] as const) {
    const { traceId, attributes } = await named(collector.events, event)
    expect(attributes).toEqual({ 'portico.client_id': 'news' })
    expect(traceId).toBe((await named(collector.spans, span)).traceId)
  }
  expect(output).toContain("name: 'GET /v2/session'")
  expect(output).toContain("eventName: 'portico.login_succeeded'")
})

it('says why a login failed', async () => {
  await fetch(`http://127.0.0.1:${port}/callback?error=access_denied&state=nobody-knows-it`, {
    headers: NAVIGATION,
    redirect: 'manual',
  })
  const { attributes } = await named(collector.events, 'portico.login_failed')
  expect(attributes).toEqual({ 'error.type': 'state-unknown' })
})

it('tells neither names nor secrets', () => {
  const told = collector.texts.join('\n')
  expect(told).toContain('portico.login_failed')
  for (const text of [told, output]) {
    expect(text).not.toMatch(/kari|nobody-knows-it|a-state|code-\d|code_challenge|session-id=|sp_id/i)
    expect(text).not.toContain(CLIENT_SECRET)
    expect(text).not.toContain(NEWS.signatureSecret)
  }
})
