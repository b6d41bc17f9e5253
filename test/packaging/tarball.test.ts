/** The packed tarball, installed in a project of its own: what is in it, used in the three ways, by tools and by its command. */
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path/posix'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { takenBuilds } from './conditions.ts'
import { theCommand } from './head-snippet.ts'
import { createProject, type Project, ROOT } from './project.ts'

let project: Project

const PAGE = `
  const answer = { result: true, userId: 7, uuid: 'u-7', expiresIn: 1000 }
  const store = new Map()
  const window = {
    location: { href: 'https://www.site.example/' },
    sessionStorage: {
      getItem: (key) => store.get(key) ?? null,
      setItem: (key, value) => store.set(key, value),
      removeItem: (key) => store.delete(key),
    },
    fetch: async () => new Response(JSON.stringify(answer)),
    AbortController, Headers, Response, TextDecoder, setTimeout, clearTimeout,
  }
  const options = {
    clientId: 'c', sessionDomain: 'https://id.site.example', redirectUri: 'https://www.site.example/', window,
  }
`

/** Subpaths with a peer of their own. */
const PEERS = /react|vue|svelte|msw/

beforeAll(() => {
  project = createProject()
})

afterAll(() => project?.remove())

/** Compiles files of the project, strictly; throws with what the compiler has against them. */
function compile(files: string[], module: string, compiler = 'typescript'): void {
  const flags = `--noEmit --strict --target es2022 --module ${module} --lib es2022,dom,dom.iterable`.split(
    ' ',
  )
  project.run(process.execPath, join(ROOT, 'node_modules', compiler, 'bin/tsc'), ...flags, ...files)
}

describe('the packed package', () => {
  it('works by default import', () => {
    const out = project.runModule(`${PAGE}
      import { Identity } from 'portico'
      const identity = new Identity({ ...options, env: 'PRO' })
      console.log(await identity.isLoggedIn(), await identity.getUserId(), new URL(identity.loginUrl({ state: 's' })).host)
    `)
    expect(out).toBe('true 7 login.schibsted.com')
  })

  it('works by composition, with a plugin of one’s own', () => {
    const out = project.runModule(`${PAGE}
      import { createIdentity, definePlugin } from 'portico/core'
      import { fetchTransport, sessionCache } from 'portico/plugins'
      import { PRO_FI } from 'portico/presets/environments'
      const double = definePlugin({
        name: 'double',
        setup: (kernel) => ({ doubled: async () => (await kernel.hasSession()).userId * 2 }),
      })
      const identity = createIdentity({ ...options, env: PRO_FI }, [fetchTransport(), sessionCache(), double])
      console.log(await identity.doubled(), Object.keys(identity).includes('getUser'))
    `)
    expect(out).toBe('14 false')
  })

  it('works as a minimal build', () => {
    const out = project.runModule(`${PAGE}
      import { createMinimalIdentity } from 'portico/presets/minimal'
      import { PRE } from 'portico/presets/environments'
      console.log(await createMinimalIdentity({ ...options, env: PRE }).getUserUuid())
    `)
    expect(out).toBe('u-7')
  })

  const SERVER = `
    const vector = 'vlXgu64BQGFSQrY0ZcJBZASMvYvTHu9GQ0YM9rjPSso.eyJhbGdvcml0aG0iOiJITUFDLVNIQTI1NiIsIjAiOiJwYXlsb2FkIn0'
    const client = {
      clientId: 'c', clientSecret: 's', redirectUri: 'https://www.site.example/callback',
      env: { accountUrl: 'https://account.example' }, cookieSecret: 'x'.repeat(32),
    }
    const use = async ({ verifySession, beginLogin, finishLogin }) => {
      const { url, binding, setCookies } = await beginLogin(client, { headers: {} })
      const headers = { cookie: setCookies[0].split(';')[0] }
      const error = await finishLogin(client, { url: '/callback?code=c&state=' + binding.state, headers }).catch((error) => error)
      console.log((await verifySession(vector, 'secret')).reason, new URL(url).host, error.message)
    }
  `
  const SAID = 'undated account.example Logging readers in needs a package: npm install openid-client@6'

  it('works on a server, and says which package a login needs where it is missing', () => {
    expect(project.runModule(`${SERVER} import * as server from 'portico/server'; await use(server)`)).toBe(
      SAID,
    )
  })

  it('works on a server of CommonJS, and in tools that know nothing else', () => {
    const file = project.write('server.cjs', `${SERVER} use(require('portico/server'))`)
    expect(project.run(process.execPath, file).trimEnd()).toBe(SAID)
    const old = project.write(
      'old.cjs',
      `${SERVER} use(require('./node_modules/portico/dist/commonjs/server/index.cjs'))`,
    )
    expect(project.run(process.execPath, old).trimEnd()).toBe(SAID)
  })

  it('has types that say exactly what was composed', () => {
    project.write(
      'typed.mts',
      `import { createIdentity } from 'portico/core'
       import { sessionCache, user } from 'portico/plugins'
       import { PRE } from 'portico/presets/environments'
       import { Identity } from 'portico'
       const options = { clientId: 'c', sessionDomain: 'https://id.a.b', redirectUri: 'https://a.b', env: PRE }
       const identity = createIdentity(options, [sessionCache(), user()])
       const id: Promise<string> = identity.getUserId()
       const none: void = identity.clearCachedUserSession()
       // @ts-expect-error not composed
       identity.getExternalId
       const full: Promise<boolean> = new Identity(options).isLoggedIn()
       // @ts-expect-error no such environment
       new Identity({ ...options, env: 'NONE' })
       export { full, id, none }`,
    )
    // Without openid-client, and without the types of a page.
    project.write(
      'server.mts',
      `import { type LoginClient, finishLogin, initialSessionScript, verifySession } from 'portico/server'
       declare const client: LoginClient
       const login = await finishLogin(client, { url: '/callback', headers: { cookie: 'a=b' } })
       const to: string = login.ok ? login.user.uuid : login.reason
       const known = await verifySession('', undefined)
       // @ts-expect-error only where it is ok
       known.session
       export const text: string = known.ok ? initialSessionScript(known.session) : to`,
    )
    compile(['typed.mts', 'server.mts'], 'nodenext', 'typescript-7')
  })

  it('has declarations in which a compiler finds no fault, for ES modules and CommonJS', () => {
    const { exports } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
    // Those of the bindings and of Mock Service Worker need packages that this project does not have.
    const subpaths = Object.keys(exports).filter((path) => exports[path].types && !PEERS.test(path))
    const text = subpaths.map((path, at) => `export * as m${at} from '${join('portico', path)}'`).join('\n')
    const files = ['all.mts', 'all.cts']
    for (const file of files) project.write(file, text)
    compile(files, 'nodenext')
  })

  it.each([
    [['mts', 'cts'], 'nodenext', 'typescript'],
    [['cts'], 'node16', 'typescript-7'],
    [['mts'], 'preserve --moduleResolution bundler', 'typescript-7'],
  ])(
    'lets another package declare hooks, events and options of its own, in files of %j with modules as in %s, by %s',
    (extensions, module, compiler) => {
      const text = `import { Identity } from 'portico'
       import { createIdentity, definePlugin } from 'portico/core'
       import { login } from 'portico/plugins'
       declare module 'portico/core' {
         interface AsyncHooks { 'cart:request': { total?: number } }
         interface SyncHooks { 'cart:filled': { readonly items: number } }
         interface IdentityEvents { cartEmptied: { at: number } }
         interface KernelOptions { cartUrl?: string }
       }
       const cart = () => definePlugin({
         name: 'cart',
         setup(kernel) {
           const url: string | undefined = kernel.options.cartUrl
           kernel.hook('cart:request', async (request) => { request.total = 1 })
           kernel.hook('cart:filled', ({ items }) => void items.toFixed())
           // @ts-expect-error nobody would wait for it
           kernel.hook('cart:filled', async () => {})
           // @ts-expect-error no such hook
           kernel.hook('cart:fill', () => {})
           // Those of the package, and of its plugins, are still there.
           kernel.hook('login:before', ({ url }) => void url.trim())
           kernel.hook('session:settled', ({ outcome, session }) => void (outcome === 'connected' && session.userId))
           kernel.emit('cartEmptied', { at: 1 })
           // @ts-expect-error a number is wanted
           kernel.emit('cartEmptied', { at: 'noon' })
           return { fill: () => kernel.callSync('cart:filled', { items: 1 }), url: () => url }
         },
       })
       export function page(options: ConstructorParameters<typeof Identity>[0], env: never) {
         createIdentity({ ...options, env, cartUrl: '/cart' }, [login(), cart()]).fill()
         new Identity({ ...options, cartUrl: '/cart', plugins: [cart()] }).on('cartEmptied', ({ at }) => at.toFixed())
         // @ts-expect-error text is wanted
         new Identity({ ...options, cartUrl: 5 })
       }`
      const files = extensions.map((extension) => `augmented.${extension}`)
      for (const file of files) project.write(file, text)
      compile(files, module, compiler)
    },
  )

  it('has exports that every kind of resolution of modules finds, with their types', () => {
    // Resolution as before `exports` knows no subpath: it is that of Node before 12.7.
    const attw = join(ROOT, 'node_modules/@arethetypeswrong/cli/dist/index.js')
    const scripts = ['script-tag', 'script-tag/full', 'script-tag/devtools', 'relay/script']
    const flags = ['--profile', 'node16', '--exclude-entrypoints', ...scripts]
    project.run(process.execPath, attw, project.tarball, ...flags)
  })

  it('ships no source, test or install script', () => {
    const known =
      /^(server\/command\/[\w.-]+\.mjs$|dist\/|examples\/|docs\/[\w/-]+\.md$|docs\/pictures\/[\w-]+\.webp$|bench\/reports\/crowd-[\w-]+\.svg$|[A-Z]+(\.md)?$|llms\.txt$|package\.json$|bench\/RESULTS\.md$|(emulator|session-service)\/README\.md$)/
    expect(project.packed.filter((path) => !known.test(path))).toEqual([])
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'))
    expect(Object.keys(scripts).filter((name) => /install|prepare/.test(name))).toEqual([])
  })

  it('ships whatever its documents link to, pictures too', () => {
    const files = project.packed
    const dead: string[] = []
    let count = 0
    for (const file of files.filter((path) => path.endsWith('.md'))) {
      const text = readFileSync(file, 'utf8').replaceAll(/^(```|~~~).*?^\1$/gms, '')
      const links = text.matchAll(/\]\((?!\w+:|#)([^)\s#]+)[^)]*\)|(?:src|srcset)="(?!\w+:)([^"]+)"/g)
      for (const [, link, picture] of links) {
        count += 1
        const target = join(dirname(file), link ?? picture ?? '')
        if (!files.some((path) => path === target || path.startsWith(`${target}/`)))
          dead.push(`${file}: ${target}`)
      }
    }
    expect(dead).toEqual([])
    expect(count).toBeGreaterThan(300)
  })
})

takenBuilds(() => project)
theCommand(() => project)
