/** The page as the server makes it: it hands over the session that it knows. */
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { initialSessionScript } from 'portico/server'

/** Bundles the script of a page. @param {URL} file */
export async function scriptOf(file) {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(file)],
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
  })
  return outputFiles[0].text
}

/**
 * The page, for one reader: no cache may keep it.
 *
 * @param {import('portico').Session | null} session what the server knows; null for an anonymous reader
 * @param {Request} request for the page. The script is empty where the browser fetches it ahead
 */
export const pageOf = (session, request) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>The article</title>
<link rel="icon" href="data:,">
<script>${initialSessionScript(session, { request })}</script>
<h1>The article</h1>
<div id="page"></div>
<script type="module" src="/page.js"></script>
</html>`
