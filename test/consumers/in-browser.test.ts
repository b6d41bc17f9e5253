/** Pages that each tool makes of the installed tarball, in a real browser: for readers, and for developers. */
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { openBrowser } from '../e2e/support/browser.ts'
import { createProject, type Project } from '../packaging/project.ts'
import { ADA } from '../support/fixtures.ts'
import { html, pageModule, type Site, startSite, TYPO } from './site.ts'

const TOOLS = ['vite@8.3.8', 'esbuild@0.27.7', 'webpack@5.112.2', 'webpack-cli@7.3.1']

let project: Project
let site: Site
let browser: BrowserContext

beforeAll(async () => {
  project = createProject(TOOLS)
  project.write('page.js', pageModule())
  site = await startSite(project.folder)
  browser = await openBrowser()
})

afterAll(() => project?.remove())

afterAll(async () => {
  await browser?.close()
  site?.close()
})

/** Opens a page; gives what it says. */
async function visit(url: string): Promise<Record<string, string | undefined>> {
  const page = await browser.newPage()
  onTestFinished(() => page.close())
  const errors: string[] = []
  page.on('pageerror', ({ message }) => errors.push(message))
  await page.goto(url)
  await page.waitForFunction(() => document.body.dataset.user).catch(() => expect(errors).toEqual([]))
  return page.evaluate(() => ({ ...document.body.dataset }))
}

/** Visits a page with this in its body. */
function visitBody(body: string): Promise<Record<string, string | undefined>> {
  project.write('index.html', html(body))
  return visit(`${site.origin}/index.html`)
}

const FOR_READERS = { user: `${ADA.userId}`, message: 'option-invalid: sessionDomain' }
const FOR_DEVELOPERS = { user: `${ADA.userId}`, message: expect.stringContaining(TYPO) }

const bin = (file: string, ...args: string[]) =>
  project.run(process.execPath, join('node_modules', file), ...args)

describe('Vite', () => {
  const page = '<script type="module" src="/page.js"></script>'

  it('builds for readers', async () => {
    project.write('index.html', html(page))
    bin('vite/bin/vite.js', 'build', '--outDir=built', '--base=/built/')
    expect(await visit(`${site.origin}/built/index.html`)).toEqual(FOR_READERS)
  })

  it('serves developers', async () => {
    project.write('index.html', html(page))
    const { NODE_ENV: _, ...env } = process.env
    const args = ['node_modules/vite/bin/vite.js', '--host=127.0.0.1', '--port=0', '--no-clearScreen']
    const server = spawn(process.execPath, args, { cwd: project.folder, env: { ...env, NO_COLOR: '1' } })
    onTestFinished(() => void server.kill())
    const origin = await new Promise<string>((resolve, reject) => {
      let output = ''
      for (const stream of [server.stdout, server.stderr])
        stream.on('data', (text) => {
          output += text
          const [address] = /http:\/\/127\.0\.0\.1:[1-9]\d*/.exec(output) ?? []
          if (address) resolve(address)
        })
      server.on('close', () => reject(new Error(output)))
    })
    expect(await visit(`${origin}/?session=${site.origin}`)).toEqual(FOR_DEVELOPERS)
  })
})

describe('esbuild', () => {
  const build = (...flags: string[]) =>
    project.run('node_modules/.bin/esbuild', 'page.js', '--bundle', '--outfile=esbuild.js', ...flags)

  it('builds for readers', async () => {
    build('--minify')
    expect(await visitBody('<script src="/esbuild.js"></script>')).toEqual(FOR_READERS)
  })

  it('builds for developers', async () => {
    build('--conditions=development')
    expect(await visitBody('<script src="/esbuild.js"></script>')).toEqual(FOR_DEVELOPERS)
  })
})

describe('webpack', () => {
  const build = (mode: string, entry = './page.js') => {
    const output = ['--output-path=.', '--output-filename=webpack.js']
    bin('webpack-cli/bin/cli.js', 'build', `--mode=${mode}`, `--entry=${entry}`, ...output)
    return readFileSync(join(project.folder, 'webpack.js'), 'utf8')
  }

  it('builds for readers', async () => {
    expect(build('production')).not.toContain('The session service knows no session')
    expect(await visitBody('<script src="/webpack.js"></script>')).toEqual(FOR_READERS)
  })

  it('builds for developers', async () => {
    build('development')
    expect(await visitBody('<script src="/webpack.js"></script>')).toEqual(FOR_DEVELOPERS)
  })

  it('builds CommonJS for readers from the same files', async () => {
    project.write('page.cjs', pageModule().replace(/import (.*) from (.*)/, 'const $1 = require($2)'))
    expect(build('production', './page.cjs')).not.toContain('The session service knows no session')
    expect(await visitBody('<script src="/webpack.js"></script>')).toEqual(FOR_READERS)
  })
})

describe('no tool', () => {
  /** The import map that the documentation gives. */
  const [importMap = ''] =
    /<script type="importmap">.*?<\/script>/s.exec(readFileSync('docs/recipes/script-tag.md', 'utf8')) ?? []

  it('needs no more than the import map of the documentation', async () => {
    const page = `<script type="module">${pageModule('portico/presets/pro')}</script>`
    expect(await visitBody(`${importMap}${page}`)).toEqual(FOR_READERS)
  })

  it.each([
    ['portico.min.js', FOR_READERS],
    ['portico.development.js', FOR_DEVELOPERS],
  ])('takes %s by a script tag', async (file, said) => {
    const page = pageModule().replace(/import (.*) from .*/, 'const $1 = Portico')
    const body = `<script src="/node_modules/portico/dist/${file}"></script><script>${page}</script>`
    expect(await visitBody(body)).toEqual(said)
  })
})
