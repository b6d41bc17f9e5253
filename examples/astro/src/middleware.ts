/**
 * Who reads, for each request. A page is one reader's: no cache may keep it.
 */
import { defineMiddleware } from 'astro:middleware'
import { readerSession } from '#src/lib/site.ts'

export const onRequest = defineMiddleware(async ({ locals, request }, next) => {
  locals.session = await readerSession(request)
  const response = await next()
  if (!response.headers.has('cache-control')) response.headers.set('cache-control', 'private, no-store')
  return response
})
