import { settings } from '#lib/server/site.ts'
import { readerOf } from '#site/page.mjs'
import type { LayoutServerLoad } from './$types'

/** Runs for each route, and not for the first alone, since it reads the path. */
export const load: LayoutServerLoad = ({ locals, url, setHeaders }) => {
  setHeaders({ 'cache-control': 'private, no-store' })
  return { settings, known: readerOf(locals.session), path: url.pathname }
}
