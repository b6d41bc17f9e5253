// Style sheets of `assets/`, and what the build has put into `dist/browser/`. Both directories are found from the
// package's root, which is one level up from this package's source as well as from what it is built into.

import { existsSync, readFileSync } from 'node:fs'
import { dirname, extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Context, Hono } from 'hono'

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
}

function packageRoot(): string {
  let directory = dirname(fileURLToPath(import.meta.url))
  while (!existsSync(join(directory, 'package.json'))) directory = dirname(directory)
  return directory
}

/** Serves `/assets/<name>` on an app. */
export function serveAssets(app: Hono): void {
  app.get('/assets/:name', (c) => asset(c, c.req.param('name')))
}

/** One file, by a name without directories. */
export function asset(c: Context, name: string): Response {
  const type = TYPES[extname(name)]
  const file = ['assets', join('dist', 'browser')]
    .map((directory) => join(packageRoot(), directory, name))
    .find(existsSync)
  if (type === undefined || file === undefined || !/^[\w.-]+$/.test(name)) return c.notFound() as Response
  return c.body(readFileSync(file), 200, { 'content-type': type, 'cache-control': 'no-cache' })
}
