/**
 * Serves the worker's site on Deno or Bun, by the server that each brings along. Settings come from the environment: see README.md.
 */
import { readFileSync } from 'node:fs'
import { env } from 'node:process'
import { checkVariables } from '../site/page.mjs'
import worker from './worker.mjs'

checkVariables(env)
const { Bun, Deno } = globalThis

const SCRIPTS = {
  '/portico.min.js': readFileSync(new URL(import.meta.resolve('portico/script-tag'))),
  '/reader.mjs': readFileSync(new URL('../site/reader.mjs', import.meta.url)),
  '/identify.mjs': readFileSync(new URL('../site/identify.mjs', import.meta.url)),
}

const ASSETS = {
  fetch: ({ url }) =>
    new Response(SCRIPTS[new URL(url).pathname], {
      headers: { 'content-type': 'text/javascript; charset=utf-8' },
    }),
}

const address = { hostname: '127.0.0.1', port: Number(env.PORT ?? new URL(env.REDIRECT_URI).port) }
const bindings = { ...env, ASSETS }
const fetch = (request) => worker.fetch(request, bindings)
if (Deno) Deno.serve(address, fetch)
else Bun.serve({ ...address, fetch })
console.log(`Open ${new URL('/', env.REDIRECT_URI)}`)
