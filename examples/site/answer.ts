/** A response without a body: a redirect where it has a location. Each cookie has a header of its own. */
export function answer(status: number, setCookies: readonly string[], location?: string): Response {
  const headers = new Headers(location ? { location } : {})
  for (const cookie of setCookies) headers.append('set-cookie', cookie)
  return new Response(null, { status, headers })
}
