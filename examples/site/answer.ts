/** A response without a body. Each cookie has a header of its own. */
export function answer(status: number, setCookies: readonly string[], more?: HeadersInit): Response {
  const headers = new Headers(more)
  for (const cookie of setCookies) headers.append('set-cookie', cookie)
  return new Response(null, { status, headers })
}
