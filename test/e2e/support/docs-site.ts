/** The documentation's site as it was built, on a server of its own. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { npm } from '../../../scripts/system/processes.mjs'

const SITE = 'docs/.vitepress/dist'
const TYPES: Record<string, string> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript',
  css: 'text/css',
  svg: 'image/svg+xml',
  webp: 'image/webp',
}

/** Builds the site anew. Without types and colours in its samples it takes a third of the time. */
export function buildSite({ isPlain = false }: { isPlain?: boolean } = {}): void {
  const [command, ...args] = npm('run', 'build', '-w', 'docs')
  const env = { ...process.env, DOCS_PLAIN: isPlain ? '1' : '0' }
  execFileSync(command, args, { stdio: 'ignore', env })
}

/** Whether the site was built, as `npm run test:all` does before its end-to-end tests. */
export const isBuilt = (): boolean => existsSync(join(SITE, 'index.html'))

/** A running server. */
export interface Site {
  /** @param host a name of this machine */
  url(path: string, host?: string): string
  close(): void
}

/** The emulator's port where nobody names another. */
const EMULATOR_PORT = /localhost:8800/g

/**
 * Serves the site, addresses without their ending too.
 *
 * @param emulatorPort where the emulator of this test is
 */
export async function serveSite(emulatorPort = 8800): Promise<Site> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    const file = ['', '.html', 'index.html']
      .map((end) => join(SITE, pathname + end))
      .find((path) => /\.\w+$/.test(path) && existsSync(path))
    if (!file) return void response.writeHead(404).end()
    response.writeHead(200, {
      'content-type': TYPES[file.slice(file.lastIndexOf('.') + 1)] ?? 'application/octet-stream',
    })
    if (!file.endsWith('.js')) return void response.end(readFileSync(file))
    response.end(readFileSync(file, 'utf8').replace(EMULATOR_PORT, `localhost:${emulatorPort}`))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: (path, host = '127.0.0.1') => `http://${host}:${port}${path}`,
    close: () => void server.close(),
  }
}
