/** Bundles source text as a publisher's bundler would, without the frameworks that bindings are for. */
import { build } from 'esbuild'

export async function bundle(contents: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: process.cwd() },
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    write: false,
    external: ['react', 'vue', 'svelte'],
  })
  return outputFiles[0]?.text ?? ''
}
