/** Sites whose session is their own, with the real servers of better-auth and Auth.js, from the packed library, by their READMEs. */
import { cpSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../../session-service/test/support/free-port.mjs'
import { leave, rememberShown, useHistory } from '../e2e/support/back-forward-cache.ts'
import { type Running, startProgram } from '../e2e/support/recipe.ts'
import { createProject, type Project, ROOT } from '../packaging/project.ts'

const SITES = [
  ['better-auth', '/api/auth/get-session'],
  ['authjs', '/auth/session'],
] as const

describe.each(SITES)('examples/%s', (name, endpoint) => {
  const world = useHistory()
  let project: Project
  let site: Running
  let origin = ''

  beforeAll(async () => {
    const [, packages = ''] =
      /npm install \S+\.tgz (.*)/.exec(readFileSync(`examples/${name}/README.md`, 'utf8')) ?? []
    project = createProject([...packages.split(' '), '@types/react@19', '@types/react-dom@19'])
    for (const part of ['own-session', name])
      cpSync(`examples/${part}`, join(project.folder, part), { recursive: true })
    const port = await freePort()
    origin = `http://localhost:${port}`
    const start = startProgram([`${name}/server.mjs`], project.folder, [process.execPath])
    site = await start({ AUTH_SECRET: 'a-secret-of-this-test-alone-0123456789' }, port)
  })
  afterAll(async () => {
    await site?.close()
    project?.remove()
  })

  const says = (page: Page, text: string) => page.locator('#reader', { hasText: text }).waitFor()

  /** A page, and how often it has asked the endpoint. */
  async function open(browser: BrowserContext = world.browser) {
    const page = await rememberShown(await browser.newPage())
    const asked: string[] = []
    page.on('request', (request) => {
      if (new URL(request.url()).pathname === endpoint) asked.push(request.url())
    })
    await page.goto(origin)
    return { page, asked }
  }

  async function logIn(page: Page, password = 'password-1'): Promise<void> {
    await page.getByLabel('E-mail').fill('ingrid@example.com')
    await page.getByLabel('Password').fill(password)
    await page.locator('#log-in').click()
  }

  it('has the types that its files say', () => {
    const tsc = join(ROOT, 'node_modules/typescript/bin/tsc')
    const flags =
      '--noEmit --strict --skipLibCheck --allowJs --module esnext --moduleResolution bundler --jsx react-jsx --target es2022'
    project.run(...([process.execPath, tsc, ...flags.split(' '), `${name}/page.ts`] as [string, ...string[]]))
  })

  it('greets an anonymous reader by one request, and a reader who logs in; a wrong password logs nobody in', async () => {
    const { page, asked } = await open()
    await says(page, 'stranger')
    expect(asked).toHaveLength(1)
    await logIn(page, 'wrong-password')
    await page.getByText('That did not work').waitFor()
    await says(page, 'stranger')
    await logIn(page)
    await says(page, 'Ingrid')
  })

  it('hands over what its server knows: a page of a reader makes no request', async () => {
    const { page, asked } = await open()
    await says(page, 'stranger')
    await logIn(page)
    await says(page, 'Ingrid')
    asked.length = 0
    await page.reload()
    await says(page, 'Ingrid')
    const tab = await open()
    await says(tab.page, 'Ingrid')
    expect([...asked, ...tab.asked]).toEqual([])
  })

  it('tells the other tabs of a login and of a logout', async () => {
    const [one, two] = [(await open()).page, (await open()).page]
    for (const page of [one, two]) await says(page, 'stranger')
    await logIn(one)
    for (const page of [one, two]) await says(page, 'Ingrid')
    await two.locator('#log-out').click()
    for (const page of [one, two]) await says(page, 'stranger')
  })

  it('shows nobody on a page that comes back after a logout', async () => {
    const { page } = await open()
    await says(page, 'stranger')
    await logIn(page)
    await says(page, 'Ingrid')
    await leave(world, page)
    const { page: other } = await open()
    await says(other, 'Ingrid')
    await other.locator('#log-out').click()
    await says(other, 'stranger')
    await page.goBack()
    await says(page, 'stranger')
  })

  it('logs nobody out while its server is in trouble', async () => {
    const { page } = await open()
    await says(page, 'stranger')
    await logIn(page)
    await says(page, 'Ingrid')
    await page.route(`**${endpoint}`, (route) => route.fulfill({ status: 503, body: 'down' }))
    await page.evaluate(() => sessionStorage.clear())
    await page.reload()
    await says(page, 'Ingrid')
  })
})
