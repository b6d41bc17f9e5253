import type { LayoutServerLoad } from './$types'

export const load: LayoutServerLoad = ({ locals, setHeaders }) => {
  setHeaders({ 'cache-control': 'private, no-store' })
  return { session: locals.session }
}
