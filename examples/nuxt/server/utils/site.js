/**
 * What the server of this site is configured with, and the cookie in which it remembers its reader.
 */
import { clientOf, settingsOf } from '#site/page.mjs'
import { readSession, writeSession } from '#site/reader-session.mjs'

const { env } = process
export const settings = settingsOf(env)
export const client = clientOf(env)

const COOKIE = { path: '/', httpOnly: true, sameSite: 'lax', secure: env.REDIRECT_URI?.startsWith('https:') }

export const readerSession = (event) => readSession(getCookie(event, 'reader'), env)

export async function remember(event, session) {
  const { value, maxAge } = await writeSession(session, env)
  setCookie(event, 'reader', value, { ...COOKIE, maxAge })
}

export const forget = (event) => deleteCookie(event, 'reader', COOKIE)

export function redirectTo(event, location, setCookies) {
  for (const cookie of setCookies) appendResponseHeader(event, 'set-cookie', cookie)
  return sendRedirect(event, location)
}
