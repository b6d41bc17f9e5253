/** Pages of a test's own that use the built library as a publisher's bundle does. */
import { join } from 'node:path'
import { build } from 'esbuild'
import type { Answer } from './page-server.ts'
import type { Services } from './world.ts'

const ROOT = join(import.meta.dirname, '../../..')

/** Bundles a script for the browser. It may import from `portico` and from any installed package. */
export async function bundle(source: string, conditions: string[] = []): Promise<string> {
  const result = await build({
    stdin: { contents: source, resolveDir: ROOT, loader: 'ts' },
    bundle: true,
    write: false,
    format: 'iife',
    target: 'es2022',
    conditions,
    logLevel: 'error',
  })
  return result.outputFiles[0]?.text ?? ''
}

/** The options of an identity on a page of the test's own, for the first demo publisher's client. */
export function ownOptions({ emulator, pages }: Services): Record<string, unknown> {
  return {
    clientId: 'harbour-post',
    sessionDomain: emulator.url('id.site.localhost'),
    redirectUri: pages.url(),
    env: emulator.environment,
  }
}

/** A page with `options` as a global, and then this script. */
export function pageWith(options: unknown, script: string, body = ''): Answer {
  const text = script.replaceAll('</script', '<\\/script')
  return {
    body: `<!doctype html><html lang="en"><meta charset="utf-8"><link rel="icon" href="data:,"><title>A page</title><body>${body}
<script>window.options = ${JSON.stringify(options)}</script><script>${text}</script></body></html>`,
  }
}
