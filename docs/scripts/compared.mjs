/** Portico beside other libraries: what their documents say, and what their bundles weigh in the benchmark. */

const HEAD = [
  'library',
  'a first page view costs',
  'several open tabs',
  'a logout in another tab or on another host',
  'plugins',
  'brotli, bytes',
]

/** By the name that each has in the table of bytes. */
const LIBRARIES = [
  [
    'default',
    'Portico',
    'one request, to a host of your own domain; none for a reader who was [anonymous before](docs/guide/fastest.md#an-anonymous-reader-costs-nothing)',
    'tabs in the background share one request, and its response',
    'reaches all tabs, on all hosts of the domain',
    'every feature: leave out what you do not use',
  ],
  [
    'keycloak-js',
    'keycloak-js',
    'a page of Keycloak in a hidden frame',
    'each makes its own requests',
    'is found by a hidden frame, where third-party cookies are allowed',
    'none',
  ],
  [
    'oidc-client-ts',
    'oidc-client-ts',
    'nothing, or a page of the provider in a hidden frame',
    'share tokens that you keep in local storage',
    'is found by a hidden frame, where third-party cookies are allowed',
    'none',
  ],
  [
    '@auth0/auth0-spa-js',
    'auth0-spa-js',
    'a page of Auth0 in a hidden frame, or a refresh token',
    'ask for tokens one after the other',
    'is noticed with the next token',
    'none',
  ],
  [
    '@schibsted/account-sdk-browser',
    'account-sdk-browser',
    'one request, to a host of your own domain',
    'each makes its own requests',
    'is noticed when the cached session expires',
    'none',
  ],
]

/** @param bytesOf the bytes of a bundle, as text; undefined while what was measured is of older sources */
export function compared(bytesOf) {
  const width = bytesOf ? HEAD.length : HEAD.length - 1
  const row = (cells) => `| ${cells.slice(0, width).join(' | ')} |`
  const rows = LIBRARIES.map(([bundle, ...cells]) => row([...cells, bytesOf?.(bundle)]))
  return [row(HEAD), row(HEAD.map(() => '---')), ...rows].join('\n')
}
