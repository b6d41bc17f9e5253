/**
 * What a page sends to its server: a short message, as JSON.
 */
const MOST_BYTES = 65_536

/**
 * A request of fetch, or what another framework's is made to look like.
 *
 * @typedef {object} PageRequest
 * @property {{ get(name: string): string | null | undefined }} headers
 * @property {() => Promise<string | undefined>} text
 */

/**
 * The message of a request; undefined for anything else. What is longer, or does not say how long it is, is not read: it could be without
 * end.
 *
 * @param {PageRequest} request
 * @returns {Promise<Record<string, unknown> | undefined>}
 */
export async function messageOf(request) {
  const length = Number(request.headers.get('content-length') || Number.NaN)
  // Negated, so that it also refuses where the length is no number.
  if (!(length <= MOST_BYTES)) return undefined
  try {
    const message = JSON.parse((await request.text()) ?? '')
    return message && typeof message === 'object' && !Array.isArray(message) ? message : undefined
  } catch {
    return undefined
  }
}
