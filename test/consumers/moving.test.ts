/**
 * Pages that were written for the client that sites use today, in a real browser against the emulator: first on that
 * client, then on `portico/compat`, with not a letter of theirs changed. What they ask, where they go, what they hear and
 * what cookie they leave is the same.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { logIn, visit } from '../e2e/support/demo.ts'
import { pageWith } from '../e2e/support/own-page.ts'
import { useWorld } from '../e2e/support/world.ts'
import { createProject, type Project } from '../packaging/project.ts'

const TOOLS = [
  '@schibsted/account-sdk-browser@5.1.1',
  'esbuild@0.27.7',
  'vite@8.3.8',
  'webpack@5.112.2',
  'webpack-cli@7.3.1',
]

const world = useWorld('allow')
let project: Project

beforeAll(() => {
  project = createProject(TOOLS)
  world.emulator.giveProduct('ingrid', 'harbour-post-digital')
  project.write('page.js', readFileSync(join(import.meta.dirname, 'pages/bundled.js'), 'utf8'))
})

afterAll(() => project?.remove())

/** The alias that the documentation gives for a tool. */
const MOVING = readFileSync('docs/moving.md', 'utf8')
const aliasOf = (tool: string) => {
  const sample = MOVING.slice(MOVING.indexOf(`[${tool}`))
  return /alias: \{[^}]*\}/.exec(sample.slice(0, sample.indexOf('```')))?.[0] ?? ''
}

const bin = (file: string, ...args: string[]) =>
  project.run(process.execPath, join('node_modules', file), ...args)

/** Each builds the page with an alias or without, and gives the script. */
const BUNDLERS: Record<string, (isMoved: boolean) => string> = {
  Vite(isMoved) {
    const lib = "lib: { entry: 'page.js', formats: ['iife'], name: 'page', fileName: () => 'vite.js' }"
    const config = `export default { build: { ${lib}, outDir: '.', emptyOutDir: false }, resolve: { ${isMoved ? aliasOf('vite.config.ts') : ''} } }`
    project.write('vite.config.js', config)
    bin('vite/bin/vite.js', 'build')
    return readFileSync(join(project.folder, 'vite.js'), 'utf8')
  },
  webpack(isMoved) {
    const output = "output: { path: import.meta.dirname, filename: 'webpack.js' }"
    const rules = 'module: { rules: [{ test: /\\.js$/, resolve: { fullySpecified: false } }] }'
    const config = `export default { mode: 'production', entry: './page.js', ${output}, ${rules}, resolve: { ${isMoved ? aliasOf('webpack.config.js') : ''} } }`
    project.write('webpack.config.js', config)
    bin('webpack-cli/bin/cli.js', 'build')
    return readFileSync(join(project.folder, 'webpack.js'), 'utf8')
  },
  esbuild(isMoved) {
    const alias = isMoved ? `${aliasOf('build.mjs')},` : ''
    const config = `{ entryPoints: ['page.js'], outfile: 'esbuild.js', bundle: true, format: 'iife', minify: true, ${alias} }`
    project.write('build.mjs', `import { build } from 'esbuild'; await build(${config})`)
    project.run(process.execPath, 'build.mjs')
    return readFileSync(join(project.folder, 'esbuild.js'), 'utf8')
  },
}

const options = () => ({
  clientId: 'harbour-post',
  sessionDomain: world.emulator.url('id.site.localhost').replace(/\/$/, ''),
  redirectUri: world.pages.url(),
  env: world.emulator.url('account.localhost').replace(/\/$/, ''),
})

const PATHS =
  /^\/(v2\/session|session-refresh|oauth\/authorize|logout|user-context|simplified-login-widget|hasAccess\/.*)$/

/** An address, but for what differs by its nature: the version, the number of the tab, the order of the parameters. */
function plain(address: string): string {
  const url = new URL(address)
  for (const name of ['sdk_version', 'tabId']) if (url.searchParams.has(name)) url.searchParams.set(name, '…')
  url.searchParams.sort()
  return url.href
}

/** What a page asks and where it goes, as it does so. */
function requestsOf(page: Page): () => string[] {
  const requests: string[] = []
  page.on('request', (request) => {
    const url = request.url()
    if (PATHS.test(new URL(url).pathname))
      requests.push(`${request.resourceType()} ${request.method()} ${plain(url)}`)
  })
  return () => requests.splice(0)
}

/** SP_ID as it stands in the browser, and whether it is that of the session. */
async function cookieOf(spId: unknown) {
  const found = (await world.browser.cookies()).find(({ name }) => name === 'SP_ID')
  if (!found) return 'none'
  const { value, domain, path, expires } = found
  return {
    isOfSession: value === spId,
    domain,
    path,
    minutes: Math.round((expires - Date.now() / 1000) / 60),
  }
}

/** Logs a user in at the demo site, whose session service is the page's too. */
async function logInElsewhere(): Promise<void> {
  const page = await world.page()
  await visit(world, page, 'anonymous')
  await logIn(page)
  await page.close()
  // The demo page writes one as well.
  await world.browser.clearCookies({ name: 'SP_ID' })
}

/** Calls a function of the page. */
const press = <T>(page: Page, name: string): Promise<T> =>
  page.evaluate(
    (method) => (window as never as { site: Record<string, () => T> }).site[method]?.() as T,
    name,
  )

const noted = (page: Page) =>
  page.evaluate(() =>
    (window as never as { noted: unknown[] }).noted.splice(0).map((line) => JSON.stringify(line)),
  )

/** All that the bundled page does for its readers, and all that can be seen of it. */
async function lifeOf(script: string): Promise<Record<string, unknown>> {
  const seen: Record<string, unknown> = {}
  world.pages.serve('/', pageWith(options(), script))
  const address = world.pages.url()

  /** A new tab. `look` says what the page answers, and what it did and heard since the last look. */
  const open = async () => {
    const page = await world.page()
    const requests = requestsOf(page)
    await page.goto(address)
    const look = async (name: string, asked = 'ask') => {
      const { spId, ...answers } = await press<{ spId?: string }>(page, asked)
      seen[name] = { answers, requests: requests(), noted: await noted(page), cookie: await cookieOf(spId) }
    }
    return { page, requests, look }
  }

  const anonymous = await open()
  await anonymous.look('an anonymous reader')
  seen.urls = (await press<string[]>(anonymous.page, 'urls')).map(plain)
  seen.facts = await press(anonymous.page, 'facts')
  seen.others = (await press<string[]>(anonymous.page, 'others')).map(plain)
  await Promise.all([
    anonymous.page.waitForURL(/\/interaction\//),
    press(anonymous.page, 'login').catch(() => undefined),
  ])
  seen.login = anonymous.requests()

  await logInElsewhere()
  const reader = await open()
  await reader.look('a reader')
  await reader.look('the widget', 'widget')
  await reader.look('a wall', 'access')
  await reader.page.reload()
  await reader.look('the next page')
  await Promise.all([reader.page.waitForEvent('load'), press(reader.page, 'logout').catch(() => undefined)])
  seen.logout = { requests: reader.requests(), at: reader.page.url(), cookie: await cookieOf('') }
  await reader.look('an anonymous reader again')

  // A tab that is still open would tell the next one what it knows, and no refresh would follow.
  for (const { page } of [anonymous, reader]) await page.close()
  await logInElsewhere()
  world.emulator.setFaults({ session: 'refresh' })
  const stale = await open()
  await Promise.all([stale.page.waitForEvent('load'), press(stale.page, 'ask').catch(() => undefined)])
  await stale.look('after a refresh')
  seen.callbacks = await stale.page.evaluate(() => sessionStorage.leaving)

  await stale.page.close()
  await world.browser.clearCookies()
  world.emulator.resetFaults()
  return seen
}

describe.each(Object.keys(BUNDLERS))('a page that %s builds', (name) => {
  it('lives the same life on both', async () => {
    const build = BUNDLERS[name] as (isMoved: boolean) => string
    const [script, moved] = [build(false), build(true)]
    expect(moved).not.toBe(script)
    const before = await lifeOf(script)
    expect(before).toMatchObject({
      'an anonymous reader': { answers: { isLoggedIn: false }, cookie: 'none' },
      login: [expect.stringContaining('/oauth/authorize?')],
      'a reader': {
        answers: { isLoggedIn: true, user: { value: 'Ingrid' } },
        cookie: { isOfSession: true, domain: '.site.localhost', path: '/', minutes: 60 },
        noted: expect.arrayContaining([
          '["login","mine",1,100001,null]',
          '["sessionInit","mine",1,100001,null]',
        ]),
      },
      'the widget': { answers: { value: true }, noted: ['["simplifiedLoginOpened","mine",0,null,null]'] },
      'a wall': {
        answers: { entitled: true, refused: null },
        requests: [expect.stringContaining('/hasAccess/'), expect.stringContaining('/hasAccess/')],
        noted: Array(2).fill('["hasAccess","archive,harbour-post-digital"]'),
      },
      'the next page': { requests: [expect.stringContaining('/user-context')] },
      logout: { requests: expect.arrayContaining([expect.stringContaining('/logout')]), cookie: 'none' },
      'an anonymous reader again': { answers: { isLoggedIn: false } },
      'after a refresh': { requests: expect.arrayContaining([expect.stringContaining('/session-refresh')]) },
      callbacks: '1',
    })
    expect(await lifeOf(moved)).toEqual(before)
  })
})

describe('a page with a script tag', () => {
  const GLOBALS = readFileSync(join(import.meta.dirname, 'pages/globals.js'), 'utf8')

  const lifeOfGlobals = async (sdk: string) => {
    const address = world.pages.url()
    world.pages.serve('/sdk.js', { body: sdk, type: 'text/javascript' })
    world.pages.serve('/', pageWith(options(), GLOBALS, '<script src="/sdk.js"></script>'))
    const seen: Record<string, unknown> = {}
    const look = async (name: string) => {
      const page = await world.page()
      const requests = requestsOf(page)
      await page.goto(address)
      const isLoggedIn = await page.evaluate('ask()')
      const { noted, href } = await page.evaluate(() => ({
        noted: (window as never as { noted: string[] }).noted,
        href: (document.getElementById('log-in') as HTMLAnchorElement).href,
      }))
      const spId = await page.evaluate('identity.getSpId()')
      seen[name] = {
        isLoggedIn,
        noted,
        href: plain(href),
        requests: requests(),
        cookie: await cookieOf(spId),
        addresses: (await page.evaluate<string[]>('addresses()')).map(plain),
      }
      await page.close()
    }
    await look('an anonymous reader')
    await logInElsewhere()
    await look('a reader')
    await world.browser.clearCookies()
    return seen
  }

  /** The bundle that the documentation gives. */
  const movedSdk = () => {
    const [bundle = ''] = /^import .*portico\/compat'\n+Object\.assign\(.*$/m.exec(MOVING) ?? []
    project.write('globals.js', bundle)
    const flags = ['--bundle', '--minify', '--format=iife', '--outfile=sdk.js']
    project.run('node_modules/.bin/esbuild', 'globals.js', ...flags)
    return readFileSync(join(project.folder, 'sdk.js'), 'utf8')
  }

  it('lives the same life on both', async () => {
    const es5 = join(project.folder, 'node_modules/@schibsted/account-sdk-browser/es5/global.min.js')
    const before = await lifeOfGlobals(readFileSync(es5, 'utf8'))
    expect(before).toMatchObject({
      'an anonymous reader': {
        isLoggedIn: false,
        cookie: 'none',
        noted: ['error 1', 'error 1', 'logout 2'],
      },
      'a reader': {
        isLoggedIn: true,
        noted: ['login 1', 'login again 1', 'sessionChange 1', 'login 1', 'login again 1', 'logout 2'],
        cookie: { isOfSession: true, domain: '.site.localhost', path: '/', minutes: 30 },
        requests: [expect.stringContaining('/v2/session?')],
      },
    })
    expect(await lifeOfGlobals(movedSdk())).toEqual(before)
  })
})

describe('a share of the readers', () => {
  /** The sample by which each client drops what the other keeps. */
  const DROPS = /const dropWhatBothKeep = [\s\S]*?\n\}\n.*/.exec(MOVING)?.[0] ?? ''

  it.each([
    ['sees what the other client knew before', '', true],
    ['is nobody to the other client, where each drops what both keep', DROPS, false],
  ])(
    'who logs out on a page of one, and then sees a page of the other, %s',
    async (_, more, isStillKnown) => {
      project.write(
        'drops.js',
        `import { Identity } from '@schibsted/account-sdk-browser'
       const identity = new Identity(window.options)
       ${more}
       window.site = { ask: () => identity.isLoggedIn(), logout: () => identity.logout(location.href) }`,
      )
      const scripts = [[], ['--alias:@schibsted/account-sdk-browser=portico/compat']].map((flags) =>
        project.run('node_modules/.bin/esbuild', 'drops.js', '--bundle', '--format=iife', ...flags),
      )
      const address = world.pages.url()
      for (const [first, second] of [scripts, [...scripts].reverse()]) {
        await logInElsewhere()
        const page = await world.page()
        const open = async (script: string | undefined) => {
          world.pages.serve('/', pageWith(options(), `${script}`))
          await page.goto(address)
          return press<boolean>(page, 'ask')
        }
        expect([await open(first), await open(second)]).toEqual([true, true])
        await Promise.all([page.waitForEvent('load'), press(page, 'logout').catch(() => undefined)])
        expect(await open(first)).toBe(isStillKnown)
        await page.close()
        await world.browser.clearCookies()
      }
    },
  )

  it('may get one client, then the other, then the first: each keeps its own, and both know who the reader is', async () => {
    const build = BUNDLERS.esbuild as (isMoved: boolean) => string
    const address = world.pages.url()
    await logInElsewhere()
    const page = await world.page()
    const requests = requestsOf(page)
    const seen: unknown[] = []
    for (const isMoved of [false, true, false, true]) {
      world.pages.serve('/', pageWith(options(), build(isMoved)))
      await page.goto(address)
      const { spId, userId } = await press<{ spId?: string; userId: unknown }>(page, 'ask')
      const asked = requests().filter((line) => line.includes('/v2/session')).length
      seen.push({ userId, asked, isOfSession: Object(await cookieOf(spId)).isOfSession })
    }
    const user = { userId: { value: 100001 }, isOfSession: true }
    expect(seen).toEqual([
      { ...user, asked: 1 },
      { ...user, asked: 1 },
      { ...user, asked: 0 },
      { ...user, asked: 0 },
    ])
    const names = await page.evaluate(() => [...Object.keys(sessionStorage), ...Object.keys(localStorage)])
    expect(names.filter((name) => !name.startsWith('portico')).sort()).toEqual([
      'hasSession-cache',
      'tab-id-cache',
    ])
    await page.close()
    await world.browser.clearCookies()
  })
})
