/**
 * Runs the worker on this machine, in the runtime of Cloudflare's workers. Settings come from the environment: see README.md.
 */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import 'portico-emulator/localhost'
import { build } from 'esbuild'
import { Miniflare, Response } from 'miniflare'
import { checkVariables } from '../site/page.mjs'

const NAMES = [
  'IDENTITY_ENV',
  'SESSION_DOMAIN',
  'SESSION_LOGIN_URL',
  'CLIENT_ID',
  'CLIENT_SECRET',
  'SIGNATURE_SECRET',
  'REDIRECT_URI',
  'COOKIE_SECRET',
]
const { env } = process
checkVariables(env)

const SCRIPTS = {
  '/portico.min.js': readFileSync(new URL(import.meta.resolve('portico/script-tag'))),
  '/reader.mjs': readFileSync(new URL('../site/reader.mjs', import.meta.url)),
  '/identify.mjs': readFileSync(new URL('../site/identify.mjs', import.meta.url)),
}

// As a deployment bundles it: by the conditions of workers, with nothing of Node.
const { outputFiles } = await build({
  entryPoints: [fileURLToPath(new URL('worker.mjs', import.meta.url))],
  bundle: true,
  write: false,
  format: 'esm',
  target: 'es2022',
  conditions: ['workerd', 'worker'],
})

const miniflare = new Miniflare({
  modules: true,
  script: outputFiles[0].text,
  compatibilityDate: '2026-01-01',
  host: '127.0.0.1',
  port: Number(env.PORT ?? new URL(env.REDIRECT_URI).port),
  bindings: Object.fromEntries(NAMES.map((name) => [name, env[name] ?? ''])),
  serviceBindings: {
    ASSETS: (request) =>
      new Response(SCRIPTS[new URL(request.url).pathname], {
        headers: { 'content-type': 'text/javascript; charset=utf-8' },
      }),
  },
  // The runtime asks the system for names under localhost; Node does what it is told.
  async outboundService(request) {
    const { method, url, headers } = request
    const body = method === 'GET' ? undefined : await request.arrayBuffer()
    const answer = await fetch(url, { method, headers: [...headers], body, redirect: 'manual' })
    return new Response(await answer.arrayBuffer(), { status: answer.status, headers: [...answer.headers] })
  },
})
await miniflare.ready
console.log(`Open ${new URL('/', env.REDIRECT_URI)}`)
for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, () => miniflare.dispose().then(() => process.exit(0)))
