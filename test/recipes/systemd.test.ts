/** The unit of "In production": what systemd's checker says of it, and its commands, run as they stand. */
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { freePort } from '../../session-service/test/support/free-port.mjs'
import { filesOf } from '../docs/pages.ts'
import { whenSaid } from '../support/program.ts'
import { ask } from './support/ask.ts'
import { packedCommand } from './support/packed-service.ts'

const folder = mkdtempSync(join(tmpdir(), 'portico-systemd-'))
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }))

const secret = (name: string) => `a-secret-of-${name}-for-tests`.padEnd(40, '-')
const UNIT = 'portico-session-service.service'
// Debian's Node, as the unit has it, is not everybody's.
const unit = (filesOf('guide/production.md')[UNIT] ?? '').replaceAll('/usr/bin/node', process.execPath)
const settings = (name: string) =>
  [...unit.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value = '']) => value)

it('systemd has nothing against the unit', () => {
  writeFileSync(join(folder, UNIT), unit)
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', join(folder, UNIT)], {
    encoding: 'utf8',
  })
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
})

it('the unit has commands that check, start and end the service', async () => {
  const place = join(folder, 'srv')
  mkdirSync(place)
  packedCommand(place)
  const [state = ''] = settings('StateDirectory')
  mkdirSync(join(folder, state))
  const port = await freePort()
  const config = {
    origin: 'https://id.site.com',
    port,
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
  const env = { COOKIE_SECRET: secret('cookies'), IDENTITY_SECRET: secret('identity') }
  const [check = ''] = settings('ExecStartPre')
  const [start = ''] = settings('ExecStart')
  execFileSync('sh', ['-ec', check], { cwd: place, env, stdio: 'pipe' })
  const [program = '', ...args] = start.split(' ')
  const service = spawn(program, args, { cwd: place, env, stdio: ['ignore', 'pipe', 'pipe'] })
  try {
    await whenSaid(service, /"listening"/)
    expect((await ask(port, '/nothing', { headers: [['Host', 'id.site.com']] })).status).toBe(404)
    const ended = once(service, 'exit')
    service.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
  } finally {
    service.kill('SIGKILL')
  }
})
