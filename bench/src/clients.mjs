/**
 * The clients that run in the browser here, each as a module with the same one function: `create(site)`
 * constructs it.
 */
/** The environment of the local account service. */
export const environmentFor = (accountUrl) => ({
  name: 'LOCAL',
  accountUrl,
  widgetUrl: `${accountUrl}/authn/`,
  globalSessionUrl: accountUrl,
  sdrnNamespace: 'localhost',
})

const ENV = `(${environmentFor})(site.accountUrl)`

const OPTIONS = 'clientId: site.clientId, redirectUri: site.redirectUri, sessionDomain: site.sessionDomain'

export const CLIENTS = {
  existing: {
    label: 'existing client',
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

/**
 * Minimal with the plugin that takes over what the inline snippet has asked; the other two have it anyway.
 */
export const MINIMAL_WITH_HEAD_START = {
  label: 'minimal and `headStart`',
  code: `import { createIdentity } from 'portico/core'
    import { fetchTransport, headStart, sessionCache, user } from 'portico/plugins'
    export const create = (site) => createIdentity({ ${OPTIONS}, env: ${ENV} },
      [fetchTransport(), sessionCache(), user(), headStart()])`,
}
