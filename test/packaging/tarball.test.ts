/** The packed tarball, installed in a project of its own and used in the three ways. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Command, npm, tool } from '../../scripts/processes.mjs'

const ROOT = process.cwd()
let project: string

const run = ([command, ...args]: Command, cwd = project) =>
  execFileSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })

/** Runs a module in the project; its window is the smallest that will do. */
function runModule(code: string): string {
  writeFileSync(join(project, 'page.mjs'), code)
  return run([process.execPath, 'page.mjs'])
}

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
    AbortController, Headers, Response, setTimeout, clearTimeout,
  }
  const options = {
    clientId: 'c', sessionDomain: 'https://id.site.example', redirectUri: 'https://www.site.example/', window,
  }
`

beforeAll(() => {
  project = mkdtempSync(join(tmpdir(), 'portico-packed-'))
  const [packed] = JSON.parse(run(npm('pack', '--json', '--pack-destination', project), ROOT))
  writeFileSync(join(project, 'package.json'), '{ "type": "module", "private": true }')
  run(npm('install', '--no-audit', '--no-fund', join(project, packed.filename)))
})

afterAll(() => rmSync(project, { recursive: true, force: true }))

describe('the packed package', () => {
  it('works by default import', () => {
    const out = runModule(`${PAGE}
      import { Identity } from 'portico'
      const identity = new Identity({ ...options, env: 'PRO' })
      console.log(await identity.isLoggedIn(), await identity.getUserId(), new URL(identity.loginUrl('s')).host)
    `)
    expect(out.trim()).toBe('true 7 login.schibsted.com')
  })

  it('works by composition, with a plugin of one’s own', () => {
    const out = runModule(`${PAGE}
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
    expect(out.trim()).toBe('14 false')
  })

  it('works as a minimal build', () => {
    const out = runModule(`${PAGE}
      import { createMinimalIdentity } from 'portico/presets/minimal'
      import { PRE } from 'portico/presets/environments'
      console.log(await createMinimalIdentity({ ...options, env: PRE }).getUserUuid())
    `)
    expect(out.trim()).toBe('u-7')
  })

  it('has types that say exactly what was composed', () => {
    writeFileSync(
      join(project, 'typed.mts'),
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
    const flags = '--noEmit --strict --target es2022 --module nodenext --lib es2022,dom,dom.iterable'.split(
      ' ',
    )
    run(tool('typescript/bin/tsc', ...flags, 'typed.mts'))
  })

  it('ships no source, test or install script', () => {
    const files = run(npm('pack', '--dry-run', '--json'), ROOT)
    const paths: string[] = JSON.parse(files)[0].files.map(({ path }: { path: string }) => path)
    expect(
      paths.filter((path) => !/^(dist\/|package\.json|README\.md|LICENSE|CHANGELOG\.md)/.test(path)),
    ).toEqual([])
    const { scripts } = JSON.parse(run(npm('pkg', 'get'), ROOT))
    expect(Object.keys(scripts).filter((name) => /install|prepare/.test(name))).toEqual([])
  })
})
