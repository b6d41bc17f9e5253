/** The two builds, as tools that install the tarball take them: readers get one, developers the other. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import { EXPLANATIONS } from '../../core/reasons.ts'
import { type Project, ROOT } from './project.ts'

const TYPO = 'htps://id.site.example'

/** Says what is wrong with the page's options. */
const PAGE = `
  import { Identity } from 'portico'
  const window = { location: { href: 'https://www.site.example/' } }
  const options = { clientId: 'c', redirectUri: 'https://www.site.example/', window }
  try {
    new Identity({ ...options, sessionDomain: '${TYPO}' })
  } catch (error) {
    console.log(error.message)
  }
`

const PRODUCTION = 'option-invalid: sessionDomain'

/** The development message quotes what was given, and says what to give. */
function expectDevelopment(message: string): void {
  expect(message).toContain('option-invalid: sessionDomain')
  expect(message).toContain(TYPO)
  expect(message).toContain('Give an http(s) URL')
}

/** Explanations that a text holds. */
const explanationsIn = (text: string) =>
  Object.values(EXPLANATIONS).filter((sentence) => text.includes(sentence))

/** Tests which build the tools of a project take, which has the tarball. */
export function takenBuilds(project: () => Project): void {
  /** Runs a bundle, and gives what it printed. */
  const runBundle = (file: string) => project().run(process.execPath, file).trimEnd()

  beforeAll(() => {
    project().write('page.js', PAGE)
  })

  describe('Node', () => {
    it('takes production', () => {
      expect(project().runModule(PAGE)).toBe(PRODUCTION)
    })

    it('takes development by the condition of that name', () => {
      expectDevelopment(project().runModule(PAGE, '--conditions=development'))
    })

    it('requires the very copy that it imports', () => {
      const out = project().runModule(`
        import { createRequire } from 'node:module'
        import * as imported from 'portico'
        console.log(createRequire(import.meta.url)('portico').Identity === imported.Identity)
      `)
      expect(out).toBe('true')
    })

    it('knows an error of one copy by another', () => {
      const out = project().runModule(`
        import { SDKError } from 'portico'
        import { SDKError as Development } from './node_modules/portico/dist/development/core/index.js'
        import { SDKError as CommonJs } from './node_modules/portico/dist/commonjs/core/index.cjs'
        const copies = [SDKError, Development, CommonJs]
        const known = copies.map((Knowing) => copies.map((Made) => Knowing.is(new Made('timeout'))))
        console.log(new Set(copies).size, known.flat().every(Boolean), SDKError.is(new Error('timeout')))
      `)
      expect(out).toBe('3 true false')
    })

    it('runs the composition checks in development alone', () => {
      const code = `
        import { createIdentity } from 'portico/core'
        import { loginPopup } from 'portico/plugins'
        import { PRE } from 'portico/presets/environments'
        const window = { location: { href: 'https://www.site.example/' } }
        const options = { clientId: 'c', sessionDomain: 'https://id.a.b', redirectUri: 'https://a.b/', env: PRE, window }
        try {
          createIdentity(options, [loginPopup()])
          console.log('composed')
        } catch (error) {
          console.log(error.reason)
        }
      `
      expect(project().runModule(code)).toBe('composed')
      expect(project().runModule(code, '--conditions=development')).toBe('plugin-missing')
    })
  })

  describe('esbuild', () => {
    const esbuild = (...flags: string[]) => {
      const bin = join(ROOT, 'node_modules/esbuild/bin/esbuild')
      project().run(bin, 'page.js', '--bundle', '--format=esm', '--outfile=out/page.mjs', ...flags)
      return join(project().folder, 'out/page.mjs')
    }

    it('takes production', () => {
      const file = esbuild('--minify')
      expect(runBundle(file)).toBe(PRODUCTION)
      expect(explanationsIn(readFileSync(file, 'utf8'))).toEqual([])
    })

    it('takes development by the condition of that name', () => {
      const file = esbuild('--conditions=development')
      expectDevelopment(runBundle(file))
      expect(explanationsIn(readFileSync(file, 'utf8'))).toEqual(Object.values(EXPLANATIONS))
    })
  })

  describe('Vite', () => {
    const vite = join(ROOT, 'node_modules/vite')
    const build = (...flags: string[]) => {
      project().write(
        'vite.config.mjs',
        `export default { logLevel: 'error', build: { modulePreload: false, rollupOptions: {
          input: 'page.js', output: { entryFileNames: 'page.mjs' } } } }`,
      )
      project().run(process.execPath, join(vite, 'bin/vite.js'), 'build', '--outDir=vite', ...flags)
      return join(project().folder, 'vite/page.mjs')
    }

    it('takes production when it builds', () => {
      const file = build()
      expect(runBundle(file)).toBe(PRODUCTION)
      expect(explanationsIn(readFileSync(file, 'utf8'))).toEqual([])
    })

    it('takes development when it builds for it, which its mode alone does not say', () => {
      expect(runBundle(build('--mode=development'))).toBe(PRODUCTION)
      project().write('.env.development', 'NODE_ENV=development')
      expectDevelopment(runBundle(build('--mode=development')))
    })

    it('takes development when it serves', () => {
      const out = project().runModule(`
        import { createServer } from ${JSON.stringify(pathToFileURL(join(vite, 'dist/node/index.js')).href)}
        const server = await createServer({ configFile: false, logLevel: 'error', server: { port: 0 } })
        await server.listen()
        const [origin] = server.resolvedUrls.local
        const read = async (path) => (await fetch(new URL(path, origin))).text()
        const [, address] = /from ?"([^"]*portico[^"]*)"/.exec(await read('/page.js'))
        console.log(await read(address))
        await server.close()
      `)
      expect(explanationsIn(out)).toEqual(Object.values(EXPLANATIONS))
    })
  })

  describe('a script tag', () => {
    const read = (file: string) =>
      readFileSync(join(project().folder, 'node_modules/portico/dist', file), 'utf8')

    /** What the page's console says of the typo, below a script tag with this file. */
    const runScript = (file: string) =>
      project().runModule(`
        import { runInThisContext } from 'node:vm'
        runInThisContext(${JSON.stringify(read(file))})
        ${PAGE.replace("import { Identity } from 'portico'", 'const { Identity } = Portico')}
      `)

    it('has a file for readers and one for developers', () => {
      expect(runScript('portico.min.js')).toBe(PRODUCTION)
      expect(explanationsIn(read('portico.min.js'))).toEqual([])
      expectDevelopment(runScript('portico.development.js'))
    })

    it.each([
      ['portico.min.js', []],
      ['portico.development.js', ['--conditions=development']],
    ])('is found as portico/script-tag: %s', (file, flags) => {
      const out = project().runModule("console.log(import.meta.resolve('portico/script-tag'))", ...flags)
      expect(out).toMatch(new RegExp(`/node_modules/portico/dist/${file}$`))
    })
  })
}
