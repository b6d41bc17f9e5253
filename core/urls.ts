/**
 * URL building: pure and synchronous, but for the `url:build` hook that plugins join by.
 */
import type { Hooks, UrlBuildContext, UrlKind } from './hooks.ts'

/** Parameters in the order in which they are sent; those without a value are left out. Names stand as they are. */
export type QueryParameters = Readonly<Record<string, string | undefined>>

/** Builds one URL: base, path (which may have a query of its own), parameters, and whatever `url:build` appends. */
export type UrlBuilder = (kind: UrlKind, base: string, path: string, parameters: QueryParameters) => string

/** Joins a base and a path by exactly one slash; a path in the base is kept. */
export function joinUrl(base: string, path: string): string {
  return base.endsWith('/') ? joinUrl(base.slice(0, -1), path) : `${base}/${path}`
}

/** A value as it stands in a query. */
function encodeValue(text: string): string {
  // Without a name, and so without what comes before "=".
  return new URLSearchParams([['', text]]).toString().slice(1)
}

/** The context of `url:build`. Most URLs get no more than they have, and need no query of their own. */
class UrlBuild implements UrlBuildContext {
  readonly kind: UrlKind
  appended: URLSearchParams | undefined
  constructor(kind: UrlKind) {
    this.kind = kind
  }
  get query(): URLSearchParams {
    this.appended ??= new URLSearchParams()
    return this.appended
  }
}

const PLAIN = /^[\w*.-]+$/
const MOST_ENCODED = 50

/** Makes the builder that all URLs of one instance go through. */
export function createUrlBuilder(hooks: Pick<Hooks, 'callSync'>): UrlBuilder {
  // Addresses and scopes come again in each URL, and are the ones that are slow to encode.
  const encoded = new Map<string, string>()
  const encode = (text: string): string => {
    if (PLAIN.test(text)) return text
    const known = encoded.get(text) ?? encodeValue(text)
    if (encoded.size > MOST_ENCODED) encoded.clear()
    encoded.set(text, known)
    return known
  }

  return (kind, base, path, parameters) => {
    let url = joinUrl(base, path)
    let mark = url.includes('?') ? '&' : '?'
    for (const name in parameters) {
      const value = parameters[name]
      if (!value) continue
      url += `${mark}${name}=${encode(value)}`
      mark = '&'
    }
    const build = new UrlBuild(kind)
    hooks.callSync('url:build', build)
    const appended = build.appended?.toString()
    return appended ? url + mark + appended : url
  }
}
