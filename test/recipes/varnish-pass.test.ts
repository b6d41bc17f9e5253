/** What Varnish never keeps, and hands on with everything that came along. */
import { describe, expect, it } from 'vitest'
import { type Question, withSession } from './support/ask.ts'
import { useVarnish } from './support/use-varnish.ts'

const site = useVarnish()

/** All the cookies of a reader. */
const COOKIES: [string, string] = ['Cookie', 'session=secret; SP_ID=ada; SP_ID=bob']

/** Two readers ask the same; each must get an answer of their own, made with all that they sent. */
async function isPassed(path: string, question: Question = {}) {
  const first = await site.ask(path, { ...question, headers: [COOKIES, ...(question.headers ?? [])] })
  const second = await site.ask(path, question)
  expect([first.cache, second.cache]).toEqual(['pass', 'pass'])
  expect(second.body).not.toBe(first.body)
  const [request, ...others] = site.backEnd.requests()
  expect(others).toHaveLength(1)
  expect(request?.headers.cookie).toBe(COOKIES[1])
  return request
}

describe('an address that is not shared', () => {
  it.each([
    ['private', '/account'],
    ['private, dressed as an asset', '/account/x.css'],
    ['private, dressed as an asset behind a semicolon', '/account;x.css'],
    ['private, with an asset after it', '/account%2Fassets%2Fx.css'],
    ['private, with a name of an article in its query', '/account?/article/one'],
    ['below an article', '/article/one/account'],
    ['an article, dressed as a style', '/article/x.css'],
    ['back up from an article', '/article/../account'],
    ['back up from an article, encoded', '/article/..%2faccount'],
    ['back up from an asset', '/assets/../account'],
    ['back up from an asset, encoded', '/assets/%2e%2e%2faccount'],
    ['an article behind a doubled slash', '//article/one'],
    ['an article in capitals', '/Article/one'],
    ['an article with a line break', '/article/one%0a'],
    ['the article of another host', '/article/@evil.example'],
  ])('is never kept: %s', async (_, path) => {
    site.backEnd.answers({ headers: { 'cache-control': 'public, max-age=600' } })
    expect((await isPassed(path))?.url).toBe(path)
  })

  it('is never kept because the request says that it is shared', async () => {
    for (const shared of ['page', 'asset'])
      expect(await isPassed('/account', { headers: [['X-Shared', shared]] })).toBeDefined()
  })

  it('keeps its parameters, such as those of a login', async () => {
    const path = '/callback?code=c&state=s&utm_source=a&'
    expect((await isPassed(path))?.url).toBe(path)
  })

  it('is not for caches that follow, where the back end says nothing', async () => {
    site.backEnd.answers({ headers: {} })
    expect((await site.ask('/account')).headers['cache-control']).toBe('private, no-store')
  })

  it('may set cookies', async () => {
    site.backEnd.answers({ headers: { 'set-cookie': 'session=secret' } })
    expect((await site.ask('/callback')).headers['set-cookie']).toEqual(['session=secret'])
  })
})

describe('a request for an article', () => {
  it('is handed on by POST, and changes no copy', async () => {
    const path = site.article()
    const { body } = await site.ask(path)
    site.backEnd.requests()
    const request = await isPassed(path, { method: 'POST', headers: [['Content-Length', '3']], body: 'a=1' })
    expect(request?.method).toBe('POST')
    expect(await site.ask(path)).toMatchObject({ cache: 'hit', body })
  })

  it.each(['PUT', 'PATCH', 'DELETE', 'OPTIONS'])('is handed on by %s', async (method) => {
    expect((await isPassed(site.article(), { method }))?.method).toBe(method)
  })

  it('is handed on with Authorization, and changes no copy', async () => {
    const path = site.article()
    const { body } = await site.ask(path)
    site.backEnd.requests()
    const request = await isPassed(path, { headers: [['Authorization', 'Bearer secret']] })
    expect(request?.headers.authorization).toBe('Bearer secret')
    expect(await site.ask(path)).toMatchObject({ cache: 'hit', body })
  })

  it.each([
    ['a length', ['Content-Length', '3']],
    ['parts', ['Transfer-Encoding', 'chunked']],
  ])('makes no copy when it has a body of %s', async (_, header) => {
    const path = site.article()
    const asked = await site.ask(path, { headers: [header as [string, string]], body: 'a=1' })
    expect(asked.cache).toBe('pass')
    expect((await site.ask(path)).cache).toBe('miss')
  })

  it.each(['TRACE', 'CONNECTED', 'PRI', 'BREW'])('is refused by %s', async (method) => {
    expect((await site.ask(site.article(), { method })).status).toBe(405)
    expect(site.backEnd.requests()).toEqual([])
  })

  it('is no way to reach a page of one session by another', async () => {
    const path = site.article()
    const { body } = await site.ask(path, { headers: [withSession('ada')] })
    const guesses = ['ada%00', 'ad', 'ada,', '%61da', 'ADA']
    for (const guess of guesses)
      expect((await site.ask(path, { headers: [withSession(guess)] })).body).not.toBe(body)
  })
})
