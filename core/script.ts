/**
 * Loads a script of another service into the page: once for all who ask, and again after a failure.
 */
import type { BrowserWindow } from './options.ts'

const TIMEOUT_MS = 20_000

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string },
  ): { createScriptURL(url: string): string }
}

/** What this library loaded into a window, or is loading: two instances on one page share it. */
interface Loaded {
  /** By address without query. */
  readonly scripts: Map<string, Promise<void>>
  /** Makes the URLs that the page's Trusted Types ask for; a page allows a policy's name once. */
  trust?: (url: string) => string
}

const loadedInto: WeakMap<BrowserWindow, Loaded> = new WeakMap()

/** Passes the URLs of this library's scripts, and no others: the policy is of no use to anybody else. */
function createTrust(window: BrowserWindow, { scripts }: Loaded): (url: string) => string {
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes }
  const known = (url: string) => (scripts.has(addressOf(url)) ? url : '')
  try {
    const policy = trustedTypes?.createPolicy('portico', { createScriptURL: known })
    return policy ? (url) => policy.createScriptURL(url) : known
  } catch {
    // The page allows no policy of this name. If it demands one all the same, setting the URL says so.
    return known
  }
}

const addressOf = (url: string): string => url.replace(/\?.*/, '')

function insert(window: BrowserWindow, trustedUrl: string, nonce: string | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = window.document.createElement('script')
    const end = (settle: () => void) => {
      window.clearTimeout(timer)
      script.onload = script.onerror = null
      settle()
    }
    const fail = (why: string) =>
      end(() => {
        script.remove()
        reject(new Error(why))
      })
    const timer = window.setTimeout(() => fail('The script did not arrive in time.'), TIMEOUT_MS)
    script.onload = () => end(resolve)
    script.onerror = () => fail('The script could not be loaded: is it blocked, or is the service down?')
    try {
      if (nonce) script.nonce = nonce
      script.src = trustedUrl
      window.document.head.append(script)
    } catch (error) {
      end(() => reject(error))
    }
  })
}

/**
 * Loads a script.
 *
 * @param nonce for pages whose CSP asks for one
 * @throws (rejects) when it does not load within 20 s, or the page forbids it; the next call tries again
 */
export async function loadScript(window: BrowserWindow, url: string, nonce?: string): Promise<void> {
  const loaded: Loaded = loadedInto.get(window) ?? { scripts: new Map() }
  loadedInto.set(window, loaded)
  const { scripts } = loaded
  const address = addressOf(url)
  const load =
    scripts.get(address) ??
    Promise.resolve().then(() => {
      loaded.trust ??= createTrust(window, loaded)
      return insert(window, loaded.trust(url), nonce)
    })
  scripts.set(address, load)
  try {
    await load
  } catch (error) {
    // Unless somebody has begun anew meanwhile.
    if (scripts.get(address) === load) scripts.delete(address)
    throw error
  }
}
