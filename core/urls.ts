/**
 * URL building: pure and synchronous, but for the `url:build` hook that plugins join by.
 */
import type { Hooks, UrlKind } from './hooks.ts'

/** Parameters in the order in which they are sent; those without a value are left out. */
export type QueryParameters = Readonly<Record<string, string | undefined>>

/** Builds one URL: base, path, parameters, and whatever `url:build` appends. */
export type UrlBuilder = (kind: UrlKind, base: string, path: string, parameters: QueryParameters) => string

/** Joins a base and a path by exactly one slash; a path in the base is kept. */
export function joinUrl(base: string, path: string): string {
  return `${base.replace(/\/+$/, '')}/${path}`
}

/** Makes the builder that all URLs of one instance go through. */
export function createUrlBuilder(hooks: Hooks): UrlBuilder {
  return (kind, base, path, parameters) => {
    const query = new URLSearchParams()
    for (const name in parameters) {
      const value = parameters[name]
      if (value) query.append(name, value)
    }
    hooks.callSync('url:build', { kind, query })
    return `${joinUrl(base, path)}?${query}`
  }
}
