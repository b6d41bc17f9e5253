/** Real Varnish, with the rules of the example, in front of a back end of the test's. */
import { spawn } from 'node:child_process'
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { freePort } from '../../../session-service/test/support/free-port.mjs'
import { end, whenSaid } from '../../support/program.ts'

const EXAMPLE = 'examples/varnish'
/** The name of the site, as `site.vcl` has it. */
export const HOST = 'pages.site.localhost'

/** What a test may change of the example, by what it replaces there. */
export type Changes = Record<string, string>

export interface Varnish {
  readonly port: number
  /** Takes connections that begin by saying whose they are, as those of a TLS terminator do. */
  readonly proxyPort: number
  stop(): Promise<void>
}

/** Path of varnishd; root alone has its folder in PATH on some systems. */
function findVarnish(): string {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']
  const found = folders.map((folder) => join(folder, 'varnishd')).find((path) => existsSync(path))
  if (found) return found
  throw new Error(
    'There is no Varnish on this machine, and it could not be installed: install the package varnish (Debian: apt-get install varnish).',
  )
}

function replaced(text: string, changes: Changes): string {
  return Object.entries(changes).reduce((before, [from, to]) => {
    if (before.split(from).length !== 2) throw new Error(`${from} stands not once in ${EXAMPLE}`)
    return before.replace(from, to)
  }, text)
}

/** Starts varnishd on its way to the back end at a port; it takes requests once this is fulfilled. */
export async function startVarnish(
  backEndPort: number,
  port: number,
  changes: { site?: Changes; rules?: Changes } = {},
): Promise<Varnish> {
  const folder = mkdtempSync(join(tmpdir(), 'portico-varnish-'))
  const copy = (file: string, wanted: Changes = {}) => {
    copyFileSync(join(EXAMPLE, file), join(folder, file))
    writeFileSync(join(folder, file), replaced(readFileSync(join(folder, file), 'utf8'), wanted))
  }
  copy('default.vcl', changes.rules)
  copy('site.vcl', { '.port = "8000"': `.port = "${backEndPort}"`, ...changes.site })
  const stores = ['-s', 'default=malloc,16m', '-s', 'sessions=malloc,2m']
  // So that what is given for a day is the rules' own doing.
  const grace = ['-p', 'default_grace=0']
  const proxyPort = await freePort()
  const proxy = ['-a', `127.0.0.1:${proxyPort},PROXY`]
  const listens = ['-a', `127.0.0.1:${port}`, ...proxy, '-T', 'none', '-n', join(folder, 'work')]
  const args = ['-F', '-j', 'none', ...listens, ...stores, ...grace, '-f', join(folder, 'default.vcl')]
  const child = spawn(findVarnish(), args, { stdio: ['ignore', 'pipe', 'pipe'] })
  try {
    await whenSaid(child, /Child \(\d+\) said Child starts/)
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    throw error
  }
  return {
    port,
    proxyPort,
    async stop() {
      await end(child)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
