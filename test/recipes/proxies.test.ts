/** The proxies of "In production" and of the compose file in front of two processes: one ends, and no reader notices. */
import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { filesOf } from '../docs/pages.ts'
import {
  type Balancer,
  onOneMachine,
  onTwoMachines,
  type Place,
  TwoProcesses,
  write,
} from './support/two-processes.ts'

const FILES = filesOf('guide/production.md')
const COMPOSE = readFileSync('session-service/compose/Caddyfile', 'utf8')
const [, LOG_FORMAT = ''] = /`(log_format .*?;)`/.exec(readFileSync('docs/guide/production.md', 'utf8')) ?? []

/** Replaces each text of a configuration, which has to be in it. */
function adapted(text: string, changes: readonly (readonly [from: string, to: string])[]): string {
  let changed = text
  for (const [from, to] of changes) {
    expect(changed).toContain(from)
    changed = changed.replaceAll(from, to)
  }
  return changed
}

const addressOf = ({ host, port }: Place): string => `${host}:${port}`

/** Caddy without what it would ask certificates for, and without the port by which it is managed. */
const caddy = (folder: string, text: string) =>
  [
    'caddy',
    'run',
    '--adapter',
    'caddyfile',
    '--config',
    write(folder, 'Caddyfile', `{\n\tadmin off\n}\n${text}`),
  ] as const

async function nginxOfThePage(): Promise<Balancer> {
  const places = await onOneMachine()
  return {
    places,
    origin: 'https://id.site.com',
    command(folder, port) {
      const text = adapted(FILES['nginx.conf'] ?? '', [
        ['127.0.0.1:8080', addressOf(places[0])],
        ['127.0.0.1:8081', addressOf(places[1])],
        ['listen 443 ssl', `listen 127.0.0.1:${port}`],
        ['/var/log/nginx', folder],
      ]).replaceAll(/^ *ssl_certificate.*$/gm, '')
      const whole = `daemon off; pid ${folder}/nginx.pid; error_log stderr; events {} http { ${LOG_FORMAT} ${text} }`
      return ['nginx', '-p', folder, '-e', 'stderr', '-c', write(folder, 'nginx.conf', whole)]
    },
  }
}

async function caddyOfThePage(): Promise<Balancer> {
  const places = await onOneMachine()
  return {
    places,
    origin: 'https://id.site.com',
    command(folder, port) {
      const text = adapted(FILES.Caddyfile ?? '', [
        ['127.0.0.1:8080', addressOf(places[0])],
        ['127.0.0.1:8081', addressOf(places[1])],
        ['id.site.com {', `http://id.site.com:${port} {`],
      ])
      return caddy(folder, text)
    },
  }
}

async function caddyOfTheComposeFile(): Promise<Balancer> {
  const places = await onTwoMachines()
  return {
    places,
    origin: 'http://id.site.localhost:8080',
    command: (folder, port) =>
      caddy(
        folder,
        adapted(COMPOSE, [
          ['service-1:8080', addressOf(places[0])],
          ['service-2:8080', addressOf(places[1])],
          ['health_port 9090', `health_port ${places[0].managementPort}`],
          ['http://id.site.localhost:8080 {', `http://id.site.localhost:${port} {`],
        ]),
      ),
  }
}

describe.each([
  ['nginx, as the page has it', nginxOfThePage],
  ['Caddy, as the page has it', caddyOfThePage],
  ['Caddy, as the compose file has it', caddyOfTheComposeFile],
])('%s', (_name, open) => {
  let both: TwoProcesses
  beforeEach(async () => {
    both = new TwoProcesses(await open())
    await both.start()
  })
  afterEach(() => both.close())

  it.each([0, 1] as const)('lets process %i be killed, and the other one answers all', async (index) => {
    const readers = both.readers()
    await readers.more(50)
    await both.stop(index, 'SIGKILL')
    // Longer than a proxy needs that asks each process now and then whether it is ready.
    await readers.more(2000)
    expect(await readers.end()).toEqual({})
  })

  it('lets one process after the other be replaced, and nothing is refused', async () => {
    const readers = both.readers()
    for (const index of [0, 1] as const) {
      await readers.more(50)
      await both.stop(index, 'SIGTERM')
      await readers.more(50)
      await both.begin(index)
    }
    await readers.more(500)
    expect(await readers.end()).toEqual({})
  })
})
