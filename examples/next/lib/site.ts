/**
 * The settings of this site's server, and which reader is known.
 */
import { headers } from 'next/headers'
import { cache } from 'react'
import { clientOf, settingsOf } from '@/site/page.mjs'
import { readerIn } from '@/site/reader-session.mjs'

export const settings = settingsOf(process.env)
export const client = clientOf(process.env)

/** The reader's session; undefined for an anonymous reader. Read once for all parts of a page. */
export const readerSession = cache(async () => readerIn(await headers(), process.env))
