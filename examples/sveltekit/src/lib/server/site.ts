/**
 * What the server of this site is configured with, and whom it knows.
 */

import { clientOf, settingsOf } from '#site/page.mjs'
import { readerIn } from '#site/reader-session.mjs'
import * as env from '$app/env/private'

export const settings = settingsOf(env)
export const client = clientOf(env)

/** The reader's session; undefined for an anonymous reader. */
export const readerSession = (request: Request) => readerIn(request.headers, env)
