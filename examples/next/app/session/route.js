import { sessionFromPage } from '../../../site/reader-session.mjs'
import { forget, remember } from '../../lib/site.js'

export async function POST(request) {
  const { sig } = await request.json().catch(() => ({ sig: null }))
  const session = await sessionFromPage(sig, request.headers.get('origin'), process.env)
  if (session === undefined) return new Response(null, { status: 403 })
  if (session) await remember(session)
  else await forget()
  return new Response(null, { status: 204 })
}
