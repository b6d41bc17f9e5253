/** Which reader is known, for the components. */
export default defineEventHandler(async (event) => {
  setHeader(event, 'cache-control', 'private, no-store')
  return { session: await readerSession(event) }
})
