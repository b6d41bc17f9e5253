/** `examples/site/articles-rest.mjs`: to whom the server gives out the rest of an article, whatever a page sends. */
import { describe, expect, it } from 'vitest'
import { signPayload } from '../server/sign.ts'

const SIGNATURE_SECRET = 'the signature secret of the client'
const env = {
  SIGNATURE_SECRET,
  COOKIE_SECRET: 'a secret of the server, with 32 letters and more',
  REDIRECT_URI: 'https://www.site.example/callback',
}

const sign = (facts: object) =>
  signPayload(
    { algorithm: 'HMAC-SHA256', serverTime: Math.floor(Date.now() / 1000), userId: 7, uuid: 'u-1', ...facts },
    SIGNATURE_SECRET,
  )
const session = sign({ result: true, expiresIn: 60_000 })
const access = sign({
  entitled: true,
  allowedFeatures: ['read'],
  ttl: 60,
  productIds: ['harbour-post-digital'],
})

async function post(body: string, more: Record<string, string> = {}): Promise<number> {
  const file = 'articles-rest.mjs'
  const { answerReader } = await import(`../../examples/site/${file}`)
  const headers = { 'content-length': `${Buffer.byteLength(body)}`, ...more }
  const request = new Request('https://www.site.example/rest', { method: 'POST', headers, body })
  return (await answerReader(request, env)).status
}
const postSlug = (slug: unknown) => post(JSON.stringify({ slug, session, access }))

describe('the rest of an article', () => {
  it('is for a reader who has access', async () => {
    expect(await postSlug('article')).toBe(200)
    expect(await post(JSON.stringify({ slug: 'article', session }))).toBe(403)
    expect(await post(JSON.stringify({ slug: 'article', access }))).toBe(403)
  })

  it.each<unknown>([
    { toString: 1 },
    { toString: null },
    ['article'],
    {},
    7,
    true,
    null,
    undefined,
    '__proto__',
    'toString',
    '',
  ])('is not at the slug %j', async (slug) => {
    expect(await postSlug(slug)).toBe(403)
  })

  it.each(['', '{', 'null', '7', '"article"', '[]'])('is not for the message %j', async (body) => {
    expect(await post(body)).toBe(403)
  })

  it('is not for a message that is too long, or does not say how long it is', async () => {
    const long = JSON.stringify({ slug: 'article', session, access, more: 'x'.repeat(65_536) })
    expect(await post(long)).toBe(403)
    const body = JSON.stringify({ slug: 'article', session, access })
    for (const length of ['', 'x', '-', '1e9', '99999999'])
      expect(await post(body, { 'content-length': length })).toBe(403)
  })
})
