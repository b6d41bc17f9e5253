/** The files of "In production", held against the programs that read them: nginx, Caddy, promtool, and the schemas of Kubernetes. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type RunningCommand, runCommand } from '../../session-service/test/support/command.ts'
import { freePort } from '../../session-service/test/support/free-port.mjs'
import { filesOf } from '../docs/pages.ts'
import { createProject } from '../packaging/project.ts'
import { ask } from './support/ask.ts'

const FILES = filesOf('guide/production.md')
const ORIGIN: [string, string] = ['Origin', 'https://www.site.com']
const HOST: [string, string] = ['Host', 'id.site.com']

const folder = mkdtempSync(join(tmpdir(), 'portico-production-'))
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }))

/** Writes a file of the page. @returns its path */
function take(name: string, change: (text: string) => string = (text) => text): string {
  const path = join(folder, name)
  writeFileSync(path, change(FILES[name] ?? ''))
  return path
}

const run = (command: string, ...args: string[]) =>
  execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })

const secret = (name: string) => `a-secret-of-${name}-for-tests`.padEnd(40, '-')

describe('nginx', () => {
  let service: RunningCommand
  let nginx: ChildProcess
  let port: number
  const log = join(folder, 'id.log')
  const errors = join(folder, 'id-error.log')

  beforeAll(async () => {
    service = await runCommand({
      origin: 'https://id.site.com',
      store: 'sqlite::memory:',
      cookieSecret: secret('cookies'),
      identitySecret: secret('identity'),
      provider: { issuer: 'https://login.example.com', clientId: 'session-service', clientSecret: 'secret' },
      sites: [
        {
          clientId: 'news',
          redirectUris: ['https://www.site.com/callback'],
          signatureSecret: secret('signatures'),
        },
      ],
    })
    const nobody = await freePort()
    port = await freePort()
    const site = take('nginx.conf', (text) =>
      text
        .replace('127.0.0.1:8080', `127.0.0.1:${nobody}`)
        .replace('127.0.0.1:8081', `127.0.0.1:${service.port}`)
        .replace('listen 443 ssl', `listen 127.0.0.1:${port}`)
        .replaceAll(/^ *ssl_certificate.*$/gm, '')
        .replace('/var/log/nginx/id.log', log)
        .replace('/var/log/nginx/id-error.log', errors),
    )
    const [, format = ''] = /`(log_format .*?;)`/.exec(readFileSync('docs/guide/production.md', 'utf8')) ?? []
    const whole = join(folder, 'whole.conf')
    writeFileSync(
      whole,
      `daemon off; pid ${folder}/nginx.pid; error_log stderr; events {} http { ${format} include ${site}; }`,
    )
    nginx = spawn('nginx', ['-p', folder, '-e', 'stderr', '-c', whole], { stdio: 'inherit' })
    await vi.waitFor(
      async () => expect(await ask(port, '/', { headers: [HOST] })).toMatchObject({ status: 404 }),
      10_000,
    )
  })
  afterAll(async () => {
    const ended = once(nginx, 'exit')
    nginx.kill()
    await ended
    await service.stop('SIGKILL')
  })

  it('passes questions on to the process that is there, and no cache may keep the answer', async () => {
    const path = '/v2/session?client_sdrn=sdrn%3Asite.com%3Aclient%3Anews'
    const answer = await ask(port, path, { headers: [HOST, ORIGIN] })
    expect(answer.status).toBe(200)
    expect(JSON.parse(answer.body)).toMatchObject({ error: { code: 400 } })
    expect(answer.headers['access-control-allow-origin']).toBe('https://www.site.com')
    expect(answer.headers['cache-control']).toContain('no-store')
  })

  it('logs no code and no state', async () => {
    await ask(port, '/callback?code=the-code&state=the-state', { headers: [HOST] })
    await expect.poll(() => existsSync(log) && readFileSync(log, 'utf8')).toContain(' /callback ')
    // One of the two processes is not there, which nginx would say with the whole address.
    for (const file of [log, errors]) expect(readFileSync(file, 'utf8')).not.toMatch(/the-code|the-state/)
  })
})

it('Prometheus takes the alerts', () => {
  expect(run('promtool', 'check', 'rules', take('alerts.yaml'))).toMatch(/SUCCESS: \d+ rules found/)
})

it('alerts ask for numbers that there are', async () => {
  const service = readFileSync('session-service/src/command/metrics.ts', 'utf8')
  const names = [...(FILES['alerts.yaml'] ?? '').matchAll(/portico_(\w+?)(?:_total|_count|_bucket)\b/g)]
  expect(names.length).toBeGreaterThan(5)
  for (const [, name] of names) expect(service).toMatch(new RegExp(`'(portico_)?${name}'`))
})

it('Kubernetes takes the manifests, by its schemas', () => {
  const project = createProject(['kubernetes-models@4', 'yaml@2'])
  try {
    project.write('kubernetes.yaml', FILES['kubernetes.yaml'] ?? '')
    const kinds = project.runModule(`
      import { readFileSync } from 'node:fs'
      import { parseAllDocuments } from 'yaml'
      for (const document of parseAllDocuments(readFileSync('kubernetes.yaml', 'utf8'))) {
        const { apiVersion, kind, ...rest } = document.toJS()
        const models = await import('kubernetes-models/' + apiVersion + '/' + kind)
        new models[kind]({ apiVersion, kind, ...rest }).validate()
        console.log(kind)
      }`)
    expect(kinds.split('\n')).toEqual([
      'ConfigMap',
      'Deployment',
      'PodDisruptionBudget',
      'Service',
      'NetworkPolicy',
      'Ingress',
    ])
  } finally {
    project.remove()
  }
})
