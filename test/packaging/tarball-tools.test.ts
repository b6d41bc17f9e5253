/** The packed tarball, installed in a project of its own, by tools: compilers, bundlers, Node, and its command. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path/posix'
import { afterAll, beforeAll, describe, it } from 'vitest'
import { takenBuilds } from './conditions.ts'
import { theCommand } from './head-snippet.ts'
import { createProject, type Project, ROOT } from './project.ts'

let project: Project

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
})

takenBuilds(() => project)
theCommand(() => project)
