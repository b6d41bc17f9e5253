import { env } from '$env/dynamic/private'
import { forget, remember } from '$lib/server/site.js'
import { sessionFromPage } from '$site/reader-session.mjs'

export async function POST({ request, cookies }) {
  const { sig } = await request.json().catch(() => ({ sig: null }))
  const session = await sessionFromPage(sig, request.headers.get('origin'), env)
  if (session === undefined) return new Response(null, { status: 403 })
  if (session) await remember(cookies, session)
  else forget(cookies)
  return new Response(null, { status: 204 })
}
