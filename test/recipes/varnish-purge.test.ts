/** How copies are taken away: of an address, or of a session. */
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { type Question, withSession } from './support/ask.ts'
import { useVarnish } from './support/use-varnish.ts'
import { HOST } from './support/varnish.ts'

const site = useVarnish()

const ADA: Question = { headers: [withSession('ada')] }
const BOB: Question = { headers: [withSession('bob')] }
const EVERYBODY: Question = {}

const purge = async (path: string, headers: [string, string][] = []) =>
  (await site.ask(path, { method: 'PURGE', headers })).status

/** Whether there are copies for everybody, Ada and Bob. Makes those that are not there. */
async function copies(path: string) {
  const found = []
  for (const question of [EVERYBODY, ADA, BOB]) found.push((await site.ask(path, question)).cache === 'hit')
  return found
}

/** An article with a copy for each. */
async function kept(): Promise<string> {
  const path = site.article()
  await copies(path)
  expect(await copies(path)).toEqual([true, true, true])
  return path
}

describe('PURGE', () => {
  it('of an address takes the copies of all readers, and of no other address', async () => {
    const [path, other] = [await kept(), await kept()]
    await site.ask(`${path}?page=2`)
    expect(await purge(`${path}?utm_source=a`)).toBe(200)
    expect(await copies(path)).toEqual([false, false, false])
    expect(await copies(other)).toEqual([true, true, true])
    expect((await site.ask(`${path}?page=2`)).cache).toBe('hit')
  })

  it('with SP_ID takes all copies of that session, and no other’s', async () => {
    const [path, other] = [await kept(), await kept()]
    expect(await purge('/', [withSession('ada')])).toBe(200)
    expect(await copies(path)).toEqual([true, false, true])
    expect(await copies(other)).toEqual([true, false, true])
  })

  it.each([
    ['every character that the library writes', encodeURIComponent('aZ0-_.!~*\'()"=;, ä%')],
    ['4 kB', 'x'.repeat(4096)],
  ])('with an SP_ID of %s takes that session', async (_, session) => {
    const path = site.article()
    const question = { headers: [withSession(session)] }
    await site.ask(path, question)
    expect((await site.ask(path, question)).cache).toBe('hit')
    expect(await purge('/', [withSession(session)])).toBe(200)
    expect((await site.ask(path, question)).cache).toBe('miss')
  })

  it('never reaches the back end', async () => {
    await purge(site.article())
    await purge('/account')
    expect(site.backEnd.requests()).toEqual([])
  })

  it('finds nothing where nothing is shared', async () => {
    expect(await purge('/account')).toBe(404)
  })

  it.each([
    ['by a proxy', [['X-Forwarded-For', '127.0.0.1']], 403],
    ['for another host', [['Host', 'evil.example']], 421],
  ])('is refused %s', async (_, headers, status) => {
    const path = await kept()
    expect(await purge(path, headers as [string, string][])).toBe(status)
    expect(await copies(path)).toEqual([true, true, true])
  })

  it('is refused to a reader who comes by a TLS terminator of this machine', async () => {
    const path = await kept()
    const socket = connect(site.proxyPort, '127.0.0.1')
    socket.write(`PROXY TCP4 203.0.113.9 127.0.0.1 50000 443\r\nPURGE ${path} HTTP/1.1\r\n`)
    socket.write(`Host: ${HOST}\r\nConnection: close\r\n\r\n`)
    expect(await text(socket)).toMatch(/^HTTP\/1.1 403 /)
    expect(await copies(path)).toEqual([true, true, true])
  })

  it.each([
    '?page="',
    '?page="a',
    '?page="a"',
    '?page=a"&&"obj.http.X-Url"~"."',
    '?page=a&&obj.http.X-Url~.',
    '?page=\\',
  ])('takes its own address by %s, and no other', async (query) => {
    const path = await kept()
    await site.ask(path + query)
    expect(await purge(path + query)).toBe(200)
    expect((await site.ask(path + query)).cache).toBe('miss')
    expect(await copies(path)).toEqual([true, true, true])
  })

  it.each([
    ['two', 'SP_ID=ada; SP_ID=bob'],
    ['a pattern', 'SP_ID=ada && obj.http.X-Url ~ .'],
    ['undefined', 'SP_ID=undefined'],
  ])('with an SP_ID that is nobody’s takes no session: %s', async (_, cookie) => {
    const path = await kept()
    await purge(site.article(), [['Cookie', cookie]])
    expect(await copies(path)).toEqual([true, true, true])
  })
})

describe('what the rules keep for purges', () => {
  it('is not to be had by a request, nor to be set', async () => {
    const path = site.article()
    const names = ['X-Reader', 'X-Url', 'X-Host']
    site.backEnd.answers({ headers: { 'x-reader': 'SP_ID=bob', 'cache-control': 's-maxage=60' } })
    const headers = names.map((name): [string, string] => [name, 'SP_ID=ada'])
    for (const _ of ['miss', 'hit']) {
      const answer = await site.ask(path, { headers })
      for (const name of names) expect(answer.headers).not.toHaveProperty(name.toLowerCase())
    }
    await purge('/', [withSession('bob')])
    expect((await site.ask(path)).cache).toBe('hit')
  })
})
