// The command, as a process: what it prints, how it stops, and what it outlives. It is the built one that runs.

import { once } from 'node:events'
import { describe, expect, it } from 'vitest'
import { SEED_USERS } from '../src/store/seed-users.ts'
import { ended, run, started } from './command.ts'
import { Visitor } from './helpers.ts'
import { askSession, logIn, site } from './log-in.ts'
import { exchange, HOSTS, requestFor, statusOf, TARGETS } from './raw.ts'

describe('the command', () => {
  // Windows tells a process no signal: it ends one at once, or tells all of a console that Ctrl+C was pressed.
  it.skipIf(process.platform === 'win32').each(['SIGINT', 'SIGTERM'] as const)(
    'stops cleanly on %s',
    async (signal) => {
      const { child } = await started()
      const end = ended(child)
      child.kill(signal)
      child.kill(signal)
      expect(await end).toMatchObject({ code: 0, err: '' })
    },
  )

  it('prints one line a request, and no secret in it', async () => {
    const { child, lines, emulator } = await started()
    const visitor = new Visitor()
    await logIn(emulator, visitor, 'ingrid')
    const { body } = await askSession(emulator, visitor)
    const cookies = await visitor.jar.getCookies(emulator.url(site.sessionHost))
    const secrets = [
      ...visitor.visited.flatMap((url) =>
        ['state', 'code', 'ticket'].map((name) => new URL(url).searchParams.get(name)),
      ),
      ...visitor.visited.map((url) => /\/interaction\/([^/]+)/.exec(url)?.[1]),
      ...cookies.map(({ value }) => value),
      body.sig,
      body.sp_id,
      SEED_USERS[0]?.password,
    ].filter((secret): secret is string => typeof secret === 'string')
    const end = ended(child)
    child.kill('SIGTERM')
    await end
    const log = lines.join('\n')
    expect(lines.filter((line) => line.includes('/v2/session'))).toHaveLength(1)
    expect(log).toMatch(
      /^\d\d:\d\d:\d\d 200 GET {2}id\.site\.localhost:\d+\/v2\/session\?client_sdrn=\S+ .*\d+ ms$/m,
    )
    expect(secrets.length).toBeGreaterThan(5)
    for (const secret of secrets) expect(log).not.toContain(secret)
  })

  it('outlives requests for what is no URL, on every host', async () => {
    const { child, lines, port } = await started()
    const ended = once(child, 'exit')
    for (const host of HOSTS)
      for (const target of TARGETS)
        expect(statusOf(await exchange(port, requestFor(target, `${host}:${port}`)))).toBeDefined()
    child.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
    expect(lines.filter((line) => / 400 GET {2}\S+… /.test(line)).length).toBeGreaterThanOrEqual(HOSTS.length)
  })

  it('says how to use it', async () => {
    expect(await ended(run('--help'))).toMatchObject({ code: 0, out: expect.stringContaining('--data DIR') })
  })
})
