/**
 * The session service under load: how many requests of `/v2/session` with a valid cookie it answers in a second, by each store and by
 * one, two and four processes, with few sessions and with a million, with one site and with 200 on 20 domains; beside `/get-session` of
 * better-auth, on the same machine in the same run. Without a redis-server or a PostgreSQL, what runs on it is left out.
 */
import { fork, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import autocannon from 'autocannon'
import { hasPostgres, startPostgres } from '../../session-service/test/store/postgres-server.mjs'
import { freePort } from '../../session-service/test/support/free-port.mjs'
import { atLeast, number, times } from './report.mjs'

export const title = 'The session service'

const PROCESSES = [1, 2, 4]
const CONNECTIONS = 64
/** Of what better-auth answers in the same time, one process each. */
const LEAST = 2
/** Of what it answers with few sessions in the store, once there are a million. */
const LEAST_WITH_MANY = 0.8
/** With ten sites each. */
const DOMAINS = 20
/** Of what it answers with one site: what is left is noise of the measurement. */
const LEAST_WITH_DOMAINS = 0.9

const LOAD = new URL('../../session-service/test/load/', import.meta.url)
export const hasRedis = spawnSync('redis-server', ['--version']).status === 0

export async function startRedis(folder) {
  const port = await freePort()
  const args = ['--port', port, '--bind', '127.0.0.1', '--dir', folder, '--save', '', '--appendonly', 'yes']
  const child = spawn('redis-server', args.map(String), { stdio: ['ignore', 'pipe', 'inherit'] })
  await new Promise((resolve, reject) => {
    child.stdout.on('data', (text) => `${text}`.includes('Ready to accept') && resolve())
    child.once('exit', (code) => reject(new Error(`redis-server ended with ${code}`)))
  })
  return { url: `redis://127.0.0.1:${port}`, stop: () => child.kill() }
}

/** Starts a server, and asks it for so many seconds. @returns requests in a second, and the slowest of a hundred, in milliseconds */
async function load(program, options, path, seconds) {
  const port = await freePort()
  const child = fork(fileURLToPath(new URL(program, LOAD)), [JSON.stringify({ ...options, port })])
  const exited = once(child, 'exit')
  const [{ cookies }] = await Promise.race([
    once(child, 'message'),
    exited.then(([code]) => {
      throw new Error(`${program} ended with ${code}`)
    }),
  ])
  const headers = { host: 'id.site.localhost', origin: 'http://www.site.localhost' }
  const ask = (duration) =>
    autocannon({
      url: `http://127.0.0.1:${port}`,
      connections: CONNECTIONS,
      duration,
      requests: cookies.map((cookie) => ({ method: 'GET', path, headers: { ...headers, cookie } })),
    })
  // The compiler and the caches come first.
  await ask(Math.min(2, seconds))
  const { requests, latency, non2xx, errors } = await ask(seconds)
  child.disconnect()
  await exited
  if (non2xx || errors)
    throw new Error(`${program}: ${non2xx} answers and ${errors} errors that should not be`)
  return { each: requests.average, p99: latency.p99 }
}

const SESSION = '/v2/session?client_sdrn=sdrn:site.localhost:client:news'
const rowOf = (name, { each, p99 }) => [name, number(each), `${number(p99, 1)} ms`]

export async function measure({ quick = false } = {}) {
  const seconds = quick ? 1 : 10
  const many = quick ? 10_000 : 1_000_000
  const folder = mkdtempSync(join(tmpdir(), 'portico-load-'))
  const stores = { SQLite: (name) => Promise.resolve({ url: join(folder, `${name}.db`), stop() {} }) }
  if (hasRedis) stores.Redis = (name) => startRedis(mkdtempSync(join(folder, name)))
  if (hasPostgres)
    stores.PostgreSQL = async () => {
      const { url, close } = await startPostgres({ settings: { fsync: 'on' } })
      return { url, stop: close }
    }
  const rows = [['answers in a second', 'requests', 'slowest of a hundred']]
  const targets = []
  try {
    const other = await load(
      'better-auth.mjs',
      { store: join(folder, 'better-auth.db') },
      '/api/auth/get-session',
      seconds,
    )
    rows.push(rowOf('better-auth, SQLite, 1 process', other))
    for (const [name, open] of Object.entries(stores)) {
      const ask = async (processes, sessions, domains) => {
        const store = await open(`${name}-${processes}-${sessions}-${domains}`)
        try {
          return await load(
            'service.mjs',
            { store: store.url, processes, sessions, domains },
            SESSION,
            seconds,
          )
        } finally {
          await store.stop()
        }
      }
      let one
      for (const processes of PROCESSES) {
        const measured = await ask(processes, 0, 1)
        one ??= measured
        rows.push(
          rowOf(
            `session service, ${name}, ${processes} ${processes > 1 ? 'processes' : 'process'}`,
            measured,
          ),
        )
      }
      const spread = await ask(1, 0, DOMAINS)
      rows.push(rowOf(`session service, ${name}, 1 process, 200 sites on ${DOMAINS} domains`, spread))
      const full = await ask(1, many, 1)
      rows.push(rowOf(`session service, ${name}, 1 process, ${number(many)} sessions in the store`, full))
      targets.push(
        atLeast(`${name}: ≥ ${LEAST} times better-auth`, one.each / other.each, LEAST, times),
        atLeast(
          `${name}: as quick with ${number(many)} sessions`,
          full.each / one.each,
          LEAST_WITH_MANY,
          times,
        ),
        atLeast(
          `${name}: as quick with 200 sites on ${DOMAINS} domains`,
          spread.each / one.each,
          LEAST_WITH_DOMAINS,
          times,
        ),
      )
    }
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
  }
  return {
    title,
    how: `\`/v2/session\` with a valid cookie, and \`/get-session\` of better-auth, each for ${seconds} s over ${CONNECTIONS} connections, by autocannon. It runs on the same cores: with more processes than cores, nothing is gained.`,
    tables: [rows],
    targets,
    notes: [
      ...(hasRedis ? [] : ['There was no redis-server: what runs on Redis was left out.']),
      ...(hasPostgres ? [] : ['There was no PostgreSQL: what runs on it was left out.']),
    ],
  }
}
