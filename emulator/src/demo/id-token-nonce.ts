// A plugin of the site's own: sends the nonce that the site's back end expects in the ID token.

import type { Plugin } from 'portico'

export function idTokenNonce(nonce: string): Plugin {
  return {
    name: 'id-token-nonce',
    setup(kernel) {
      kernel.hook('url:build', ({ kind, query }) => {
        if (kind === 'login') query.append('nonce', nonce)
      })
    },
  }
}
