/**
 * Reads addresses that may not be any. `URL.canParse` is younger than the oldest browser that the library supports, so
 * the constructor is tried.
 */

/** The parsed address; undefined when it is none. */
export function parseUrl(address = ''): URL | undefined {
  try {
    return new URL(address)
  } catch {
    return undefined
  }
}

/** The origin of an address; empty when it is none. */
export const originOf = (address = ''): string => parseUrl(address)?.origin ?? ''

/** The host of an address without its port; empty when it is none. */
export const hostOf = (address: string): string => parseUrl(address)?.hostname ?? ''

/** Whether a host is this machine, which browsers trust without https. */
export const isLoopback = (host: string): boolean => /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(host)
