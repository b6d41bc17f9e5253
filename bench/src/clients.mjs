/**
 * The clients that run in the browser here, each as a module with the same one function: `create(site)` constructs it.
 */
const ENV = `{ name: 'LOCAL', accountUrl: site.accountUrl, widgetUrl: site.accountUrl + '/authn/',
  globalSessionUrl: site.accountUrl, sdrnNamespace: 'localhost' }`

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
