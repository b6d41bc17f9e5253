// Loads oidc-provider, whose first act on Node 20 is to warn that it prefers a later runtime. It works there,
// the emulator is tested there, and the first line a newcomer reads should be the address to open: so that one
// warning, and no other, is kept off the screen.

export type OidcProviderModule = typeof import('oidc-provider')

let loading: Promise<OidcProviderModule> | undefined

/** Imports oidc-provider once. */
export function loadOidcProvider(): Promise<OidcProviderModule> {
  loading ??= load()
  return loading
}

async function load(): Promise<OidcProviderModule> {
  const { warn } = console
  console.warn = (...args: unknown[]) => {
    if (!String(args[0]).includes('Unsupported runtime')) warn(...args)
  }
  try {
    return await import('oidc-provider')
  } finally {
    console.warn = warn
  }
}
