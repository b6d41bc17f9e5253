/** What Varnish keeps of a back end's answers, and what it never does. */
import { describe, expect, it } from 'vitest'
import { type Question, withSession } from './support/ask.ts'
import { useVarnish } from './support/use-varnish.ts'

const site = useVarnish()

const ADA: Question = { headers: [withSession('ada')] }
const EVERYBODY: Question = {}

/** What Varnish does with three requests for one address, and how many different answers come. */
async function thrice(path: string, question?: Question) {
  const answers = []
  for (let turn = 0; turn < 3; turn += 1) answers.push(await site.ask(path, question))
  return { caches: answers.map(({ cache }) => cache), bodies: new Set(answers.map(({ body }) => body)).size }
}

describe.each([
  ['everybody', EVERYBODY],
  ['a session', ADA],
])('an answer for %s is not kept', (_, question) => {
  it.each([
    ['sets a cookie', { 'set-cookie': 'session=secret', 'cache-control': 's-maxage=60' }],
    ['sets SP_ID', { 'set-cookie': ['a=1', 'SP_ID=bob'], 'cache-control': 's-maxage=60' }],
    ['is private', { 'cache-control': 'Private, max-age=60' }],
    ['is private in a second line', { 'cache-control': ['s-maxage=60', 'private'] }],
    ['is not to be stored', { 'cache-control': 's-maxage=60, no-store' }],
    ['is to be asked for again', { 'cache-control': 'no-cache, s-maxage=60' }],
    ['varies on all', { vary: '*', 'cache-control': 's-maxage=60' }],
    ['varies on all, among others', { vary: ['Accept-Language', '*'], 'cache-control': 's-maxage=60' }],
    ['is private, but not to a surrogate', { 'surrogate-control': 'max-age=9', 'cache-control': 'private' }],
  ])('when it %s', async (_, headers) => {
    const path = site.article()
    site.backEnd.answers({ headers })
    expect((await thrice(path, question)).bodies).toBe(3)
    expect(site.backEnd.requests()).toHaveLength(3)
  })
})

describe('a cookie that the back end sets with a page', () => {
  it('comes to the reader who asked, and to nobody else', async () => {
    const path = site.article()
    site.backEnd.answers({ headers: { 'set-cookie': 'session=secret', 'cache-control': 's-maxage=60' } })
    const first = await site.ask(path, ADA)
    site.backEnd.answers({})
    const second = await site.ask(path, ADA)
    expect(first.headers['set-cookie']).toEqual(['session=secret'])
    expect(second.headers).not.toHaveProperty('set-cookie')
    expect(second.body).not.toBe(first.body)
  })
})

describe('a request that would have a header taken off on its way', () => {
  it.each(['Cookie', 'Host'])('is refused when that is %s', async (name) => {
    const headers: [string, string][] = [['Connection', `close, ${name}`], withSession('ada')]
    expect((await site.ask(site.article(), { headers })).status).toBe(400)
  })

  it('has no answer kept that sets a cookie', async () => {
    const path = site.article()
    site.backEnd.answers({ headers: { 'set-cookie': 'session=secret', 'cache-control': 's-maxage=60' } })
    const headers: [string, string][] = [
      ['Connection', 'close, X-Shared'],
      ['X-Shared', 'page'],
    ]
    expect((await thrice(path, { headers })).bodies).toBe(3)
  })
})

describe('a page that varies', () => {
  it('has a copy for each language, and for each session', async () => {
    const path = site.article()
    site.backEnd.answers({ headers: { vary: 'Accept-Language', 'cache-control': 's-maxage=60' } })
    const bodies = new Set()
    for (const language of ['nb', 'fi', 'nb', 'fi'])
      for (const session of ['ada', 'bob'])
        bodies.add(
          (await site.ask(path, { headers: [withSession(session), ['Accept-Language', language]] })).body,
        )
    expect(bodies.size).toBe(4)
    expect(site.backEnd.requests()).toHaveLength(4)
  })

  it.each(['Cookie', 'Origin', 'X-Forwarded-Host'])('on %s is still kept once', async (vary) => {
    const path = site.article()
    site.backEnd.answers({ headers: { vary, 'cache-control': 's-maxage=60' } })
    const bodies = new Set()
    for (const other of ['https://a.example', 'https://b.example']) {
      const headers = [
        withSession('ada'),
        ['Cookie', `x=${other}`],
        ['Origin', other],
        ['X-Forwarded-Host', other],
      ]
      bodies.add((await site.ask(path, { headers: headers as [string, string][] })).body)
    }
    expect(bodies.size).toBe(1)
  })
})

describe('caches that follow', () => {
  it.each([
    ['everybody', EVERYBODY],
    ['a session', ADA],
  ])('ask again for a page for %s, each time', async (_, question) => {
    const path = site.article()
    const headers = {
      vary: 'Accept-Language',
      'cache-control': 'public, max-age=600',
      expires: new Date(Date.now() + 600_000).toUTCString(),
      'last-modified': new Date(0).toUTCString(),
    }
    site.backEnd.answers({ headers })
    for (const cache of ['miss', 'hit']) {
      const answer = await site.ask(path, question)
      expect(answer).toMatchObject({
        cache,
        headers: { 'cache-control': 'private, no-cache', vary: 'Accept-Language, Cookie' },
      })
      const told = Object.keys(answer.headers)
      for (const name of ['expires', 'last-modified', 'age', 'x-url', 'x-host', 'x-reader'])
        expect(told).not.toContain(name)
    }
  })

  it('do not keep the page of before a login, for its date', async () => {
    const path = site.article()
    const since: [string, string] = ['If-Modified-Since', new Date().toUTCString()]
    const headers = { 'last-modified': new Date(0).toUTCString(), 'cache-control': 's-maxage=60' }
    site.backEnd.answers({ headers })
    await site.ask(path)
    expect((await site.ask(path, { headers: [since] })).status).toBe(200)
    expect((await site.ask(path, { headers: [since, withSession('ada')] })).body).toContain('for SP_ID=ada')
  })

  it('may keep an asset, which is the same for all', async () => {
    site.backEnd.answers({ headers: { 'cache-control': 'max-age=600' } })
    const first = await site.ask('/assets/page.js', ADA)
    const second = await site.ask('/assets/page.js?utm_source=a', { headers: [withSession('bob')] })
    expect(second).toMatchObject({
      cache: 'hit',
      body: first.body,
      headers: { 'cache-control': 'max-age=600' },
    })
    expect(site.backEnd.requests().map(({ headers }) => headers.cookie)).toEqual([undefined])
  })
})

describe('sessions that somebody makes up', () => {
  it('push out each other’s copies, and never that of everybody', async () => {
    const [path, ada] = [site.article(), site.article()]
    const shared = [path, site.article(), site.article(), site.article()]
    for (const one of shared) await site.ask(one)
    await site.ask(ada, ADA)
    for (let turn = 0; turn < 20; turn += 1)
      await Promise.all(
        Array.from({ length: 50 }, (_, one) =>
          site.ask(path, { headers: [withSession(`${turn}-${one}-${'x'.repeat(4000)}`)] }),
        ),
      )
    expect((await site.ask(ada, ADA)).cache).toBe('miss')
    for (const one of shared) expect((await site.ask(one)).cache).toBe('hit')
  })
})
