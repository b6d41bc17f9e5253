// Which servers of stores this machine has. `PORTICO_STORES=sqlite` leaves them alone, as if there were none.

import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Debian has PostgreSQL's programs in a folder for each version, and not where commands are looked for. */
const DEBIAN = '/usr/lib/postgresql'
const newest = existsSync(DEBIAN) ? Math.max(...readdirSync(DEBIAN).map(Number)) : undefined

export const postgresProgram = (name) => (newest ? join(DEBIAN, `${newest}`, 'bin', name) : name)

const { PORTICO_STORES } = process.env
const runs = (command) => PORTICO_STORES !== 'sqlite' && spawnSync(command, ['--version']).status === 0

export const hasPostgres = runs(postgresProgram('postgres'))
export const hasRedis = runs('redis-server')
