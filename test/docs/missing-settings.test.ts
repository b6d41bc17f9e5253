/** A site's server of `examples/` that lacks a setting says so at its start, and does not answer each request with 500. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'

const SETTINGS: Record<string, string> = {
  IDENTITY_ENV: JSON.stringify({
    name: 'SESSION-SERVICE',
    accountUrl: 'http://id.site.localhost',
    sdrnNamespace: 'site',
  }),
  SESSION_DOMAIN: 'http://id.site.localhost',
  CLIENT_ID: 'site',
  CLIENT_SECRET: 'c'.repeat(32),
  SIGNATURE_SECRET: 's'.repeat(32),
  REDIRECT_URI: 'http://www.site.localhost/callback',
  COOKIE_SECRET: 'k'.repeat(32),
}
const ALL = Object.keys(SETTINGS)

/** Starts a server. @returns what it has said by the time that it listens, or has ended, and with which code it has ended */
async function start(file: string, settings: Record<string, string>) {
  const child = spawn(process.execPath, [`examples/${file}`], {
    env: { PATH: process.env.PATH, PORT: '0', ...settings },
  })
  child.stdout.once('data', () => child.kill())
  const exit = once(child, 'exit')
  const [said, failure, [code]] = await Promise.all([text(child.stdout), text(child.stderr), exit])
  return { said, failure, code }
}

const SERVERS = [
  'express/server.mjs',
  'hono/server.mjs',
  'node/server.mjs',

  'worker/serve.mjs',
]
/** The smallest back end reads no `sig`, and needs no secret for it. */
const NEEDED = (file: string) =>
  ALL.filter((name) => !(file.startsWith('node/') && name === 'SIGNATURE_SECRET'))

it.each(SERVERS)('examples/%s names all that is missing', async (file) => {
  const { said, failure, code } = await start(file, {})
  expect(failure).toContain(`The environment lacks ${NEEDED(file).join(', ')}`)
  expect([said, code]).toEqual(['', 1])
})

it.each(SERVERS)('examples/%s names the one that is missing', async (file) => {
  const { IDENTITY_ENV: _, ...settings } = SETTINGS
  const { said, failure, code } = await start(file, settings)
  expect(failure).toContain('The environment lacks IDENTITY_ENV.')
  expect([said, code]).toEqual(['', 1])
})

it.each(SERVERS.slice(0, 3))('examples/%s starts where nothing is missing', async (file) => {
  const { said, failure } = await start(file, SETTINGS)
  expect(failure).toBe('')
  expect(said).toContain('http://www.site.localhost/')
})
