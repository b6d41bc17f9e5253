// What an address may be.

import { z } from 'zod'

export const isWeb = (url: string): boolean =>
  URL.canParse(url) && ['http:', 'https:'].includes(new URL(url).protocol)

/** Whether it is of this machine: plain http does there, as browsers call it secure. */
function isLocal(url: string): boolean {
  const { hostname } = new URL(url)
  return /(^|\.)localhost$/.test(hostname) || hostname === '127.0.0.1' || hostname === '[::1]'
}

const isSafeWeb = (url: string): boolean => isWeb(url) && (url.startsWith('https:') || isLocal(url))

/** A text that is not empty. Each of its faults gets the same message, unless a check brings its own. */
export const text = (what: string): z.ZodString => z.string({ error: what }).min(1)

export const webAddress = (what: string): z.ZodString => text(what).refine(isSafeWeb)
