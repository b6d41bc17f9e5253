import { readerSession, settings } from '$lib/server/site.js'
import { headScript, readerOf } from '$site/page.mjs'

export async function load({ cookies, url, setHeaders }) {
  const session = await readerSession(cookies)
  setHeaders({ 'cache-control': 'private, no-store' })
  return { ...readerOf(session), script: headScript(session, settings), settings, path: url.pathname }
}
