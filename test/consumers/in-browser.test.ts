/** Pages by webpack and by no tool, of the installed tarball, in a real browser: for readers, and for developers. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { openBrowser } from '../e2e/support/browser.ts'
import { createProject, type Project } from '../packaging/project.ts'
import { ADA } from '../support/fixtures.ts'
import { html, pageModule, type Site, startSite, TYPO } from './site.ts'

const TOOLS = ['webpack@5.112.2', 'webpack-cli@7.3.1']

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
