/**
 * What the server of this site is configured with, and the cookie in which it remembers its reader.
 */
import { env } from '$env/dynamic/private'
import { clientOf, settingsOf } from '$site/page.mjs'
import { readSession, writeSession } from '$site/reader-session.mjs'

export const settings = settingsOf(env)
export const client = clientOf(env)

const COOKIE = { path: '/', httpOnly: true, sameSite: 'lax', secure: env.REDIRECT_URI?.startsWith('https:') }

export const readerSession = (cookies) => readSession(cookies.get('reader'), env)

export async function remember(cookies, session) {
  const { value, maxAge } = await writeSession(session, env)
  cookies.set('reader', value, { ...COOKIE, maxAge })
}

export const forget = (cookies) => cookies.delete('reader', COOKIE)

export function redirectTo(location, setCookies) {
  const headers = new Headers({ location })
  for (const cookie of setCookies) headers.append('set-cookie', cookie)
  return new Response(null, { status: 302, headers })
}
