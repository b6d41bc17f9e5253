/**
 * What the server of this site is configured with, and the cookie in which it remembers its reader.
 */
import { cookies } from 'next/headers'
import { clientOf, settingsOf } from '../../site/page.mjs'
import { readSession, writeSession } from '../../site/reader-session.mjs'

const { env } = process
export const settings = settingsOf(env)
export const client = clientOf(env)

const COOKIE = { path: '/', httpOnly: true, sameSite: 'lax', secure: env.REDIRECT_URI?.startsWith('https:') }

export const readerSession = async () => readSession((await cookies()).get('reader')?.value, env)

export async function remember(session) {
  const { value, maxAge } = await writeSession(session, env)
  ;(await cookies()).set('reader', value, { ...COOKIE, maxAge })
}

export const forget = async () => (await cookies()).delete('reader')

export function redirectTo(location, setCookies) {
  const headers = new Headers({ location })
  for (const cookie of setCookies) headers.append('set-cookie', cookie)
  return new Response(null, { status: 302, headers })
}
