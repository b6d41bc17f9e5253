// A plugin of the site's own: adds nonce and code challenge to the login page's address, as the site's server has made
// them for the state that is sent. So a login by `login({ state })` is bound as firmly as one that the server sends.

import type { Plugin } from 'portico'

/** What the server has made for one login. */
export interface LoginBinding extends Readonly<Record<string, string>> {
  readonly state: string
}

export function loginBinding(bindingOf: (state: string) => LoginBinding | undefined): Plugin {
  return {
    name: 'login-binding',
    setup(kernel) {
      kernel.hook('url:build', ({ kind, query }) => {
        if (kind !== 'login') return
        const { state = '', ...more } = bindingOf(query.get('state') ?? '') ?? {}
        for (const [name, value] of Object.entries(more)) query.append(name, value)
      })
    },
  }
}
