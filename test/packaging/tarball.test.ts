/** The packed tarball, installed in a project of its own: what is in it, and used in the three ways. */
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path/posix'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createProject, type Project } from './project.ts'

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

beforeAll(() => {
  project = createProject()
})

afterAll(() => project?.remove())

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

  it('ships no source, test or install script', () => {
    const known =
      /^(server\/command\/[\w.-]+\.mjs$|dist\/|examples\/|docs\/[\w/-]+\.md$|docs\/pictures\/[\w-]+\.webp$|bench\/reports\/load\.md$|[A-Z]+(\.md)?$|llms\.txt$|package\.json$|bench\/RESULTS\.md$|(emulator|session-service)\/README\.md$)/
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
