/** One page for each script, which the page loads before the library, in one browser: and one without the library, for comparison. */
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { build, type Plugin } from 'esbuild'
import type { BrowserContext } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, it } from 'vitest'
import { type BrowserName, lackBesides, openBrowser } from '../../e2e/support/browser.ts'
import { ADA, ENV } from '../../support/fixtures.ts'
import type { Script } from './scripts.ts'
import { type Site, startSite, type Told } from './site.ts'

/** The script-tag builds, and what a page does with each. */
const LIBRARIES = {
  'portico.min.js': 'useLibrary',
  'portico.devtools.js': 'useDevtools',
} as const
type Library = keyof typeof LIBRARIES

const DIST = new URL('../../../dist/', import.meta.url)
const IN_PAGE = new URL('in-page.js', import.meta.url)

/** `plain:a/b.js` is what a script element runs: no module, whose `this` and names are the page's. */
const plain: Plugin = {
  name: 'plain',
  setup({ onResolve, onLoad, resolve }) {
    onResolve({ filter: /^plain:/ }, async ({ path, resolveDir }) => ({
      ...(await resolve(path.slice('plain:'.length), { resolveDir, kind: 'import-statement' })),
      namespace: 'plain',
    }))
    onLoad({ filter: /./, namespace: 'plain' }, ({ path }) => ({
      contents: `window.eval(${JSON.stringify(readFileSync(path, 'utf8'))})`,
    }))
  },
}

/** Makes of each file what a publisher's bundler makes of it. */
async function bundle(folder: string, scripts: readonly Script[]): Promise<Map<string, string>> {
  const { outputFiles } = await build({
    entryPoints: scripts.map(({ name }) => join(folder, `${name}.js`)),
    outdir: 'out',
    bundle: true,
    write: false,
    format: 'iife',
    platform: 'browser',
    target: 'es2022',
    plugins: [plain],
    define: { 'process.env.NODE_ENV': '"production"', global: 'window' },
    // The repository's own says that all is strict, which old scripts are not.
    tsconfigRaw: {},
    logLevel: 'error',
  })
  return new Map(outputFiles.map(({ path, text }) => [basename(path, '.js'), text]))
}

const script = (text: string) => `<script>${text}</script>`
const file = (path: string) => `<script src="${path}"></script>`

/** A page that loads the script first, and tells the site what became of it. */
function htmlOf(site: Site, page: string, { name }: Script, library: Library | undefined): string {
  const { sessionService, beacons } = site
  const options = {
    clientId: page,
    sessionDomain: sessionService,
    redirectUri: `${site.originOf(page)}/callback`,
    env: { ...ENV, accountUrl: beacons, widgetUrl: beacons, globalSessionUrl: beacons },
  }
  const use = library ? `${LIBRARIES[library]}(${JSON.stringify(options)})` : 'undefined'
  return `<!doctype html><html lang="en"><meta charset="utf-8"><link rel="icon" href="data:,"><title>A page</title>
${file('/in-page.js')}${script(`Object.assign(window, ${JSON.stringify({ beacons, sessionService })}); witness.before = witness.natives()`)}
${file(`/scripts/${name}.js`)}<body><a href="/">A page</a>
${library ? file(`/${library}`) : ''}
${script(`(async () => tell('${page}', await ${use}))().catch((error) => tell('${page}', { events: String(error) }))`)}
</body></html>`
}

/** Adds a test for each script, in one browser. They are left out where that is not the browser of the run, and the machine has none. */
export function testScripts(browserName: BrowserName, folder: string, scripts: readonly Script[]): void {
  const lack = lackBesides(browserName)
  let site: Site
  let browser: BrowserContext

  beforeEach(({ skip }) => skip(lack !== undefined, lack))

  beforeAll(async () => {
    if (lack) return
    site = await startSite()
    for (const library of Object.keys(LIBRARIES))
      site.serve(`/${library}`, 'text/javascript', readFileSync(new URL(library, DIST), 'utf8'))
    site.serve('/in-page.js', 'text/javascript', readFileSync(IN_PAGE, 'utf8'))
    const [bundles, opened] = await Promise.all([
      bundle(folder, scripts),
      openBrowser('block', browserName, { proxyPort: site.port }),
    ])
    browser = opened
    for (const [name, text] of bundles) site.serve(`/scripts/${name}.js`, 'text/javascript', text)
  })

  afterAll(async () => {
    await browser?.close()
    await site?.close()
  })

  /** Opens a page as a reader's first, and gives what it says. */
  const visit = async (row: Script, library?: Library): Promise<Told & { requests: number }> => {
    const page = `${row.name}-${library ? LIBRARIES[library].toLowerCase() : 'alone'}`
    site.serve(`/${page}`, 'text/html; charset=utf-8', htmlOf(site, page, row, library))
    const told = site.told(page)
    // The one that a browser begins with, from page to page.
    await browser.pages()[0]?.goto(`${site.originOf(page)}/${page}`, { waitUntil: 'commit' })
    return { ...(await told), requests: site.requests(page) }
  }

  const alones = new Map<Script, Promise<Told>>()
  /** Once for each. */
  const visitAlone = (row: Script): Promise<Told> => {
    const told = alones.get(row) ?? visit(row)
    alones.set(row, told)
    return told
  }

  describe('a page that loads it first', () => {
    it.for(scripts)('$name', async (row, { expect }) => {
      const [told, alone] = [await visit(row, 'portico.min.js'), await visitAlone(row)]
      expect(told).toMatchObject({
        userId: `${ADA.userId}`,
        events: 'login sessionChange sessionInit statusChange',
        requests: 1,
        errors: alone.errors,
      })
      // Of the page without the library, whose own globals would pass for the anonymous reader's.
      expect(alone.replaced.split(' ')).toEqual(expect.arrayContaining(row.replaces))
    })

    it.for(scripts)('$name, with the development build and devtools', async (row, { expect }) => {
      const [told, alone] = [await visit(row, 'portico.devtools.js'), await visitAlone(row)]
      expect(told).toMatchObject({
        userId: `${ADA.userId}`,
        events: 'login sessionChange sessionInit statusChange',
        findings: expect.stringContaining('event-unknown (sesionInit; did you mean sessionInit?)'),
        report: expect.stringMatching(/response session of a user, good until.*event sessionInit/s),
        views: expect.stringMatching(/eventsessionInit.*callsession.*"userId": 101.*session-cache/s),
      })
      const lines = told.errors
        .split('\n')
        .filter((line) => !line.startsWith('console.warn portico: event-unknown.'))
      expect(lines.join('\n')).toBe(alone.errors)
    })
  })
}
