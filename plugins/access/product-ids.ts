/**
 * The ids of products that a page asks about.
 */
import { checkArgument, expected } from '../../core/errors.ts'

/** Whether a value can stand in the path of an address. A dot or two would lead elsewhere, and half a character is none. */
const isProductId = (id: unknown): boolean =>
  typeof id === 'string' && !!id.trim() && !/^\.\.?$|\p{Surrogate}/u.test(id)

/**
 * The products in alphabetical order: the caller's own list stays as it is.
 *
 * @throws {SDKError} `argument-invalid`
 */
export function sortedIds(productIds: readonly string[]): string[] {
  // A copy is what is checked: it has no holes, and nobody changes it.
  const ids = Array.isArray(productIds) ? [...productIds] : []
  checkArgument(
    ids.length && ids.every(isProductId),
    __DEV__
      ? expected('productIds', productIds, 'a list of at least one product id. No id may be empty')
      : 'productIds',
  )
  return ids.sort()
}

/** The products as they stand in an address. */
export const pathOf = (ids: readonly string[]): string => ids.map(encodeURIComponent).join(',')
