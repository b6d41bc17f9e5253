/** The unit of "In production": what systemd's checker says of it, and its commands, run as they stand, for two processes of one machine. */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { filesOf } from '../docs/pages.ts'
import { end, whenSaid } from '../support/program.ts'
import { ask } from './support/ask.ts'
import { packedCommand } from './support/packed-service.ts'
import { onOneMachine, type Place } from './support/two-processes.ts'

const folder = mkdtempSync(join(tmpdir(), 'portico-systemd-'))
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }))

const secret = (name: string) => `a-secret-of-${name}-for-tests`.padEnd(40, '-')
const UNIT = 'portico-session-service@.service'
// Debian's Node, as the unit has it, is not everybody's.
const unit = (filesOf('guide/production.md')[UNIT] ?? '').replaceAll('/usr/bin/node', process.execPath)
const setting = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1] ?? ''

/** The variables that systemd gives to an instance. */
const variablesOf = (instance: number): Record<string, string> =>
  Object.fromEntries(
    setting('Environment')
      .replaceAll('%i', `${instance}`)
      .split(' ')
      .map((assignment) => assignment.split('=')),
  )

it('systemd has nothing against the unit', () => {
  writeFileSync(join(folder, UNIT), unit)
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', join(folder, UNIT)], {
    encoding: 'utf8',
  })
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
})

describe('two instances of the unit', () => {
  const place = join(folder, 'srv')
  let places: readonly [Place, Place]

  /** What systemd gives to an instance, on ports of this test. */
  function environmentOf(instance: 0 | 1): Record<string, string> {
    const { port, managementPort } = places[instance]
    const ports = { [`808${instance}`]: `${port}`, [`909${instance}`]: `${managementPort}` }
    const own = Object.entries(variablesOf(instance)).map(([name, value]) => [name, ports[value] ?? value])
    return {
      ...Object.fromEntries(own),
      COOKIE_SECRET: secret('cookies'),
      IDENTITY_SECRET: secret('identity'),
    }
  }

  function start(instance: 0 | 1): ChildProcess {
    const [program = '', ...args] = setting('ExecStart').split(' ')
    return spawn(program, args, {
      cwd: place,
      env: environmentOf(instance),
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  }

  beforeAll(async () => {
    places = await onOneMachine()
    const state = setting('StateDirectory')
    mkdirSync(place)
    mkdirSync(join(folder, state))
    packedCommand(place)
    const config = {
      origin: 'https://id.site.com',
      // As the reference has them: the instance's own count before them.
      port: 8080,
      managementPort: 9090,
      // Where the reference has it, and systemd makes the folder.
      store: `sqlite:/var/lib/${state}/sessions.db`.replace('/var/lib', folder),
      cookieSecret: '$COOKIE_SECRET',
      identitySecret: '$IDENTITY_SECRET',
      provider: { issuer: 'https://login.example.com', clientId: 'session-service', clientSecret: 'secret' },
      sites: [
        {
          clientId: 'news',
          redirectUris: ['https://www.site.com/callback'],
          signatureSecret: secret('signatures'),
        },
      ],
    }
    writeFileSync(join(place, 'session-service.json'), JSON.stringify(config))
  })

  it('have commands that check, start and end the service, each on ports of its own', async () => {
    execFileSync('sh', ['-ec', setting('ExecStartPre')], { cwd: place, env: environmentOf(0), stdio: 'pipe' })
    const both = ([0, 1] as const).map(start)
    try {
      await Promise.all(both.map((service) => whenSaid(service, /"listening"/)))
      for (const { port, managementPort } of places) {
        expect((await ask(port, '/nothing', { headers: [['Host', 'id.site.com']] })).status).toBe(404)
        expect((await ask(managementPort, '/ready', { headers: [['Host', '127.0.0.1']] })).status).toBe(200)
      }
      for (const service of both) {
        const ended = once(service, 'exit')
        service.kill('SIGTERM')
        expect(await ended).toEqual([0, null])
      }
    } finally {
      for (const service of both) await end(service, 'SIGKILL')
    }
  })

  it('do not start on the management port of the other one, and say which it is', async () => {
    const first = start(0)
    try {
      await whenSaid(first, /"listening"/)
      const { managementPort } = places[0]
      places = [places[0], { ...places[1], managementPort }]
      const second = start(1)
      await whenSaid(second, new RegExp(`port ${managementPort} on 127\\.0\\.0\\.1 cannot be used`))
      if (second.exitCode === null) await once(second, 'exit')
      expect(second.exitCode).toBe(2)
    } finally {
      await end(first, 'SIGKILL')
    }
  })
})
