// Bundles the scripts that run in browsers, and brings the style sheet that the pages build on.

import { copyFileSync, existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { type BuildOptions, build } from 'esbuild'

/** Writes the bundles into a directory. */
export async function buildBrowserBundles(outdir: string): Promise<void> {
  const built = (file: string) => fileURLToPath(new URL(`../dist/${file}`, import.meta.url))
  const portico = built('presets/identity.js')
  if (!existsSync(portico))
    throw new Error('Build portico at the repository root first: dist/presets/identity.js is missing')
  const common: BuildOptions = {
    absWorkingDir: fileURLToPath(new URL('.', import.meta.url)),
    outdir,
    bundle: true,
    target: 'es2022',
    logLevel: 'warning',
    // portico's files import each other for types they no longer need once built; nothing is lost
    logOverride: { 'ignored-bare-import': 'silent' },
  }
  await build({
    ...common,
    entryPoints: {
      demo: 'src/demo/demo.ts',
      article: 'src/demo/article.ts',
      control: 'src/control-page/control.ts',
    },
    format: 'esm',
    alias: {
      portico,
      'portico/plugins': built('plugins/index.js'),
      'portico/devtools': built('devtools/index.js'),
    },
  })
  copyFileSync(built('portico.relay.js'), `${outdir}/relay.js`)
  copyFileSync(
    createRequire(import.meta.url).resolve('@picocss/pico/css/pico.classless.min.css'),
    `${outdir}/pico.css`,
  )
  // loaded with a plain script element, in whatever encoding the page asks for
  await build({
    ...common,
    entryPoints: { widget: 'src/widget/widget.ts' },
    format: 'iife',
    charset: 'ascii',
  })
}
