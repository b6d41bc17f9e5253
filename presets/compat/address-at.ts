/**
 * Addresses of the account service, for classes that have no kernel of their own.
 */
import { createUrlBuilder, type QueryParameters } from '../../core/urls.ts'

// Nobody has anything to append.
const build = /* @__PURE__ */ createUrlBuilder(() => {})

/** An address beneath that of a service. Parameters without a value are left out. */
export const addressAt = (base: string, path: string, parameters: QueryParameters): string =>
  build(path, base.replace(/\/+$/, ''), `${path}?`, parameters)
