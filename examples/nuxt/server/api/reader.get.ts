/** Whom the server knows, for what it renders. */
export default defineEventHandler(async (event) => {
  setHeader(event, 'cache-control', 'private, no-store')
  return { session: await readerSession(event) }
})
