/**
 * The place of the optional inline snippet for the page's head, which starts the session call while the library is
 * still on its way. As long as the library has none, its rows are left out.
 */

/**
 * The HTML that goes into the page's head before the script, or null where there is none.
 *
 * @param {object} _site what the clients are constructed with
 * @returns {Promise<string | null>}
 */
export async function headSnippet(_site) {
  return null
}
