/** The built files: import does nothing, types resolve, a bundle holds only what was named. */
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { runInNewContext } from 'node:vm'
import { Window } from 'happy-dom'
import { beforeAll, describe, expect, it } from 'vitest'
import { EXPLANATIONS } from '../../core/reasons.ts'
import { FINDINGS } from '../../devtools/catalogue.ts'
import { bundle } from './bundle.ts'

// Without those for a script tag, which are there to give a global.
const modules = readdirSync('dist', { recursive: true, encoding: 'utf8' }).filter(
  (file) => /\.c?js$/.test(file) && !/^portico\./.test(file),
)
type Target = string | { [condition: string]: Target }
const exported = Object.entries<Target>(JSON.parse(readFileSync('package.json', 'utf8')).exports)

const filesOf = (target: Target): string[] =>
  typeof target === 'string' ? [target] : Object.values(target).flatMap(filesOf)

describe('importing a built file in bare Node', () => {
  let changes: Record<string, string>

  beforeAll(() => {
    // One after the other in one process: what a file does on import, it does the first time.
    const script = `
      // Frameworks may set globals of their own.
      for (const framework of ['vue', 'react', 'svelte']) await import(framework)
      const globals = () => Object.getOwnPropertyNames(globalThis).join()
      const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length
      const changes = {}
      for (const file of ${JSON.stringify(modules)}) {
        const before = [globals(), timers()]
        await import(${JSON.stringify(pathToFileURL('dist/').href)} + file)
        changes[file] = [globals() === before[0] ? '' : 'globals', timers() === before[1] ? '' : 'a timer'].join('')
      }
      process.stdout.write('changes ' + JSON.stringify(changes))
    `
    const out = execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' })
    // Whatever a file prints stands before.
    expect(out).toMatch(/^changes /)
    changes = JSON.parse(out.slice('changes '.length))
  })

  it.each(modules)('%s changes nothing', (file) => {
    expect(changes[file]).toBe('')
  })
})

describe('the exports of the package', () => {
  it.each(exported)('%s exists', (_, target) => {
    for (const file of filesOf(target)) expect(readFileSync(file).length).toBeGreaterThan(0)
  })
})

describe('a plugin that fails in the build for readers', () => {
  it('is named', async () => {
    const { createIdentity } = await import(pathToFileURL('dist/core/index.js').href)
    const { sessionCache } = await import(pathToFileURL('dist/plugins/index.js').href)
    const window = {
      location: new URL('https://site.com/'),
      addEventListener() {
        throw new Error('no listeners here')
      },
    }
    const env = { name: 'OWN', accountUrl: 'https://account.example', sdrnNamespace: 'example' }
    const options = {
      clientId: 'c',
      sessionDomain: 'https://id.site.com',
      redirectUri: 'https://site.com/',
      env,
      window,
    }
    expect(() => createIdentity(options, [sessionCache()])).toThrow('plugin-failed: session-cache')
  })
})

describe('the script of the relay', () => {
  const script = readFileSync('dist/portico.relay.js', 'utf8')

  it('is what stands in its page, and has less than 400 bytes', async () => {
    const { relayPage, relayScript } = await import(pathToFileURL('dist/server/relay.js').href)
    expect(script.trimEnd()).toBe(relayScript)
    expect(relayPage({ clientId: 'c', next: '/' })).toContain(`>${relayScript}</script>`)
    expect(Buffer.byteLength(script)).toBeLessThan(400)
  })

  it('has no part in a bundle that logs in by popup', async () => {
    const text = await bundle("export { loginPopup } from 'portico/plugins'")
    expect(text).toContain('portico.login ')
    expect(text).not.toContain('currentScript')
  })
})

describe('a bundle', () => {
  // Of each feature, something that no minifier changes.
  const FEATURES = [
    ...['FetchError', 'userChange', 'oauth/authorize', 'profile-pages', 'simplified-login', '__tcfapi'],
    ...['SP_ID', 'SHA-256', 'contextmenu', 'porticoHead', 'pagehide', 'login.schibsted.com'],
  ]

  it('of the default import, which names ofetch, holds everything', async () => {
    const text = await bundle("export * from 'portico'; export { ofetchTransport } from 'portico/plugins'")
    expect(FEATURES.filter((feature) => !text.includes(feature))).toEqual([])
  })

  it('of the default import alone holds no ofetch', async () => {
    expect(await bundle("export * from 'portico'")).not.toContain('FetchError')
  })

  it('of everything but devtools holds nothing of them, and one of devtools loads the panel on demand', async () => {
    // One is named like the reason that it explains.
    const ids = Object.keys(FINDINGS).filter((id) => !(id in EXPLANATIONS))
    const text = await bundle(
      "export * from 'portico'; export * from 'portico/core'; export * from 'portico/plugins'",
    )
    expect(
      [...ids, 'portico-devtools', 'portico.kernel', 'console-findings'].filter((word) =>
        text.includes(word),
      ),
    ).toEqual([])
    expect(readFileSync('dist/devtools/devtools.js', 'utf8')).toMatch(
      /import\(["']\.\/panel\/panel\.js["']\)/,
    )
    const devtools = await bundle("export { diagnose } from 'portico/devtools'")
    expect(ids.filter((id) => !devtools.includes(id))).toEqual([])
    expect(devtools).not.toContain('tabpanel')
    const scripts = ['min', 'development'].map((name) => readFileSync(`dist/portico.${name}.js`, 'utf8'))
    expect(scripts.filter((script) => script.includes('tabpanel'))).toEqual([])
    expect(ids.filter((id) => scripts[0]?.includes(id))).toEqual([])
  })

  it('of everything but portico/testing holds nothing of it', async () => {
    // Of each part, something that no minifier changes.
    const parts = ['nobody answers', 'uuid-ada', 'logInAsOther', 'callsOf', 'Failed to fetch']
    const own = await bundle("export * from 'portico/testing'")
    expect(parts.filter((part) => !own.includes(part))).toEqual([])
    const others = exported
      .map(([subpath]) => subpath)
      .filter((subpath) => !/testing|script|server|relay|package/.test(subpath))
      .map((subpath) => `export * as ${subpath.replace(/\W/g, '_')} from 'portico${subpath.slice(1)}'`)
    expect(others.length).toBeGreaterThan(10)
    const text = await bundle(others.join('\n'))
    const scripts = readdirSync('dist').filter((file) => /^portico\..*js$/.test(file))
    const all = [text, ...scripts.map((file) => readFileSync(`dist/${file}`, 'utf8'))]
    expect(parts.filter((part) => all.some((one) => one.includes(part)))).toEqual([])
  })

  it('of the minimal preset holds no feature and no host that was not named', async () => {
    const text = await bundle("export * from 'portico/presets/minimal'")
    expect(text).toContain('v2/session')
    expect(FEATURES.filter((feature) => text.includes(feature))).toEqual([])
  })

  it('of one plugin holds no other', async () => {
    const text = await bundle("export { user } from 'portico/plugins'")
    expect(text).toContain('getUserUuid')
    expect([...FEATURES, 'clearCachedUserSession'].filter((feature) => text.includes(feature))).toEqual([])
  })

  // Of what a server does, something that no minifier changes.
  const SERVERS = ['HMAC', 'openid-client', 'HttpOnly', 'portico-verifier', 'porticoHead=[']

  it.each(['portico', 'portico/plugins', 'portico/presets/full'])(
    'of %s holds nothing of a server',
    async (entry) => {
      const [own, server] = await Promise.all(
        [entry, 'portico/server'].map((name) => bundle(`export * from '${name}'`)),
      )
      expect(SERVERS.filter((part) => !server?.includes(part))).toEqual([])
      expect(SERVERS.filter((part) => own?.includes(part))).toEqual([])
    },
  )

  it('of what checks a session needs no openid-client', async () => {
    const text = await bundle("export { verifySession } from 'portico/server'")
    expect(text).toContain('HMAC-SHA256')
    expect(text).not.toContain('openid-client')
  })

  it('of one environment holds the hosts of no other', async () => {
    const text = await bundle("export { PRO_NO } from 'portico/presets/environments'")
    expect(text).toContain('payment.schibsted.no')
    expect(text).not.toMatch(/schibsted\.(com|fi|dk)/)
  })

  it.each([
    ['pre', 'identity-pre.schibsted.com'],
    ['pro', 'login.schibsted.com'],
    ['pro-no', 'payment.schibsted.no'],
    ['pro-fi', 'login.schibsted.fi'],
    ['pro-dk', 'login.schibsted.dk'],
  ])('of the preset %s holds the hosts of %s alone', async (name, host) => {
    const text = await bundle(`export * from 'portico/presets/${name}'`)
    const hosts = text.match(/[\w.-]*schibsted[\w.-]*/g) ?? []
    expect(hosts).toContain(host)
    // The third is the namespace of the identifiers.
    const own = [host, `session-service.${host}`, host.replace(/^[\w-]+\./, '')]
    expect(hosts.filter((found) => !own.includes(found))).toEqual([])
  })
})

describe.each(
  ['min', 'full.min', 'development', 'full.development', 'devtools'].map((name) => `dist/portico.${name}.js`),
)('the script-tag build %s', (file) => {
  it('begins with the line by which a browser compiles it while it loads', () => {
    expect(readFileSync(file, 'utf8')).toMatch(/^\/\/# allFunctionsCalledOnLoad\n/)
  })

  it('gives Portico.Identity, and an instance of it announces itself', async () => {
    const window = new Window({ url: 'https://www.site.example/' })
    const portico = runInNewContext(`${readFileSync(file, 'utf8')}; Portico`, {
      AbortController,
      URL,
      URLSearchParams,
    })
    const heard: unknown[] = []
    window.document.addEventListener('schIdentity:ready', (event) =>
      heard.push((event as unknown as CustomEvent).detail),
    )
    const identity = new portico.Identity({
      clientId: 'c',
      sessionDomain: 'https://id.site.example',
      redirectUri: 'https://www.site.example/',
      env: 'PRO',
      window,
    })
    expect(heard).toEqual([identity])
    expect(identity.loginUrl({ state: 's' })).toContain('https://login.schibsted.com/oauth/authorize?')
    await window.happyDOM.close()
  })
})
