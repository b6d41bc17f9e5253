/**
 * What the server of this site is configured with, and whom it knows. The settings come from the environment.
 */
import { clientOf, settingsOf } from '#site/page.mjs'
import { readerIn } from '#site/reader-session.mjs'

export const { env } = process
export const settings = settingsOf(env)
export const client = clientOf(env)

/** The reader's session; undefined for an anonymous reader. */
export const readerSession = (request: Request) => readerIn(request.headers, env)
