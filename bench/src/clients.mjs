/**
 * The clients that run in the browser here, each as a module with the same one function: `create(site)`
 * constructs it.
 */
import { readFileSync } from 'node:fs'
import { BENCH, ROOT } from './bundle.mjs'

/** The environment of the local account service. */
export const environmentFor = (accountUrl) => ({
  name: 'LOCAL',
  accountUrl,
  widgetUrl: `${accountUrl}/authn/`,
  globalSessionUrl: accountUrl,
  sdrnNamespace: 'localhost',
})

/** The cookie by which the environment of {@link ANONYMOUS} knows that somebody is logged in. */
export const PRESENCE_COOKIE = 'portico-reader'

const ENV = `(${environmentFor})(site.accountUrl)`

const OPTIONS = 'clientId: site.clientId, redirectUri: site.redirectUri, sessionDomain: site.sessionDomain'

export const CLIENTS = {
  existing: {
    label: 'account-sdk-browser',
    code: `import { Identity } from '@schibsted/account-sdk-browser/identity.js'
      export const create = (site) => new Identity({ ${OPTIONS}, env: site.accountUrl })`,
  },
  minimal: {
    label: 'minimal',
    code: `import { createMinimalIdentity } from 'portico/presets/minimal'
      export const create = (site) => createMinimalIdentity({ ${OPTIONS}, env: ${ENV} })`,
  },
  full: {
    label: 'full on native fetch',
    code: `import { createFullIdentity } from 'portico/presets/full'
      import { fetchTransport } from 'portico/plugins'
      export const create = (site) => createFullIdentity({ ${OPTIONS}, env: ${ENV} }, fetchTransport())`,
  },
  preset: {
    label: 'default preset',
    code: `import { Identity } from 'portico'
      export const create = (site) => new Identity({ ${OPTIONS}, env: ${ENV} })`,
  },
}

/** A composition of plugins, by the names of their functions. */
export const composition = (label, plugins) => ({
  label,
  code: `import { createIdentity } from 'portico/core'
    import { ${plugins.join(', ')} } from 'portico/plugins'
    export const create = (site) => createIdentity({ ${OPTIONS}, env: ${ENV} }, [${plugins.map((name) => `${name}()`)}])`,
})

/** Those of the minimal identity. */
export const MINIMAL = ['fetchTransport', 'sessionCache', 'user']

/** The full identity where the service has a presence cookie. */
export const ANONYMOUS = {
  label: 'full on native fetch, an anonymous reader’s second visit',
  code: `import { createFullIdentity } from 'portico/presets/full'
      import { fetchTransport } from 'portico/plugins'
      export const create = (site) =>
        createFullIdentity({ ${OPTIONS}, env: { ...${ENV}, presenceCookie: '${PRESENCE_COOKIE}' } }, fetchTransport())`,
}

/** Those of the full identity on native fetch, as it says itself. */
export async function fullPlugins() {
  // The build for readers has no names of plugins.
  const { createFullIdentity } = await import(`${ROOT}dist/development/presets/full.js`)
  const plugins = await import(`${ROOT}dist/development/plugins/index.js`)
  const url = 'https://www.site.example/'
  let composed = []
  const look = {
    name: 'look',
    setup({ plugins }) {
      composed = plugins
    },
  }
  const options = { clientId: 'c', redirectUri: url, sessionDomain: url, env: environmentFor(url) }
  createFullIdentity(
    { ...options, window: { location: { href: url } }, plugins: [look] },
    plugins.fetchTransport(),
  )
  const functionOf = (name) => name.replace(/-(.)/g, (_, letter) => letter.toUpperCase())
  return (
    composed
      .map(({ name }) => (name === 'transport' ? 'fetchTransport' : functionOf(name)))
      // Neither the one that looks, nor what developers have besides.
      .filter((name) => name in plugins)
  )
}

/** The plugins of the composition that does what the account-sdk-browser does, as its bundle is weighed. */
const likeForLike = () => {
  const { code } = JSON.parse(readFileSync(`${BENCH}bundles.json`, 'utf8'))['like-for-like']
  return [.../\[(.*)\]/.exec(code)[1].matchAll(/(\w+)\(\)/g)].map(([, name]) => name)
}

const like = likeForLike()

/** Those whose page views are measured. */
export const VIEWED = {
  existing: CLIENTS.existing,
  minimal: CLIENTS.minimal,
  like: composition('like for like', like),
  full: CLIENTS.full,
  environment: {
    label: 'environment preset',
    // Bound to the account service that it is for. The session service is the site's own.
    env: 'PRO',
    code: `import { Identity } from 'portico/presets/pro'
      export const create = (site) => new Identity({ ${OPTIONS} })`,
  },
  preset: CLIENTS.preset,
}

/** The same with the plugin that takes over what the head snippet has asked; the presets have it anyway. */
export const VIEWED_WITH_HEAD = {
  minimal: composition('minimal and `preload`', [...MINIMAL, 'preload']),
  like: composition('like for like and `preload`', [...like, 'preload']),
  full: VIEWED.full,
  environment: VIEWED.environment,
  preset: VIEWED.preset,
}
