// Bundles the scripts that run in browsers.

import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

/** Writes the bundles into a directory. */
export async function buildBrowserBundles(outdir: string): Promise<void> {
  const portico = fileURLToPath(new URL('../dist/presets/identity.mjs', import.meta.url))
  if (!existsSync(portico))
    throw new Error('Build portico at the repository root first: dist/presets/identity.mjs is missing')
  await build({
    absWorkingDir: fileURLToPath(new URL('.', import.meta.url)),
    entryPoints: ['src/demo/demo.ts'],
    outdir,
    bundle: true,
    format: 'esm',
    target: 'es2020',
    alias: { portico },
    logLevel: 'warning',
    // portico's files import each other for types they no longer need once built; nothing is lost
    logOverride: { 'ignored-bare-import': 'silent' },
  })
}
