/** What a copy in Varnish is kept under, whatever a request brings along. */
import { describe, expect, it } from 'vitest'
import { type Question, withSession } from './support/ask.ts'
import { useVarnish } from './support/use-varnish.ts'

const site = useVarnish()

/** Headers of a request for a page. */
const headed = (...headers: [string, string][]): Question => ({ headers })
const cookie = (value: string): Question => headed(['Cookie', value])

describe('a page', () => {
  it('is fetched once for all readers without SP_ID', async () => {
    const path = site.article()
    const first = await site.ask(path, cookie('theme=dark; tracker=1'))
    const second = await site.ask(path, cookie('session=secret'))
    expect([first.cache, second.cache]).toEqual(['miss', 'hit'])
    expect(second.body).toBe(first.body)
    expect(site.backEnd.requests().map(({ headers }) => headers.cookie)).toEqual([undefined])
  })

  it('is fetched once for each session, whatever other cookies there are', async () => {
    const path = site.article()
    const bodies = async (...cookies: string[]) => {
      const answers = []
      for (const value of cookies) answers.push((await site.ask(path, cookie(value))).body)
      return new Set(answers).size
    }
    expect(await bodies('SP_ID=ada', 'a=1; SP_ID=ada', 'SP_ID=ada;b=2', 'a=1;SP_ID=ada ; session=s')).toBe(1)
    expect(await bodies('SP_ID=ada', 'SP_ID=bob', 'SP_ID=ad', 'SP_ID=ada2', 'SP_ID=ADA', 'theme=dark')).toBe(
      6,
    )
    const seen = site.backEnd.requests().map(({ headers }) => headers.cookie)
    expect(seen).toEqual(['SP_ID=ada', 'SP_ID=bob', 'SP_ID=ad', 'SP_ID=ada2', 'SP_ID=ADA', undefined])
  })

  it.each([
    ['two different ones', 'SP_ID=ada; SP_ID=bob'],
    ['two with another between', 'SP_ID=ada; theme=dark; SP_ID=bob'],
    ['two without a blank', 'SP_ID=ada;SP_ID=bob'],
    ['two, the first without a value', 'SP_ID=; SP_ID=bob'],
    ['two, one with a blank in its name', 'SP_ID =ada; SP_ID=bob'],
    ['two, with a tab between', 'SP_ID=ada;\tSP_ID=bob'],
    ['one in quotes', 'SP_ID="ada"'],
    ['one half in quotes', 'SP_ID="ada; x=bob"'],
    ['one with a backslash', 'SP_ID=ada\\x'],
    ['one with what a list of bans is written in', 'SP_ID=ada && obj.http.X-Url ~ .'],
    ['one without a value', 'SP_ID='],
    ['one without "="', 'SP_ID'],
    ['the undefined of older clients', 'SP_ID=undefined'],
    ['null', 'theme=dark; SP_ID=null; a=1'],
    ['one that is longer than browsers keep', `SP_ID=${'a'.repeat(4097)}`],
    ['another name', 'XSP_ID=ada'],
    ['another name after a blank', 'x SP_ID=ada'],
    ['its name in small letters', 'sp_id=ada'],
    ['its name in the value of another', 'x=SP_ID=ada'],
  ])('is that of everybody for a cookie with %s', async (_, value) => {
    const path = site.article()
    const { body } = await site.ask(path)
    const answer = await site.ask(path, cookie(value))
    expect(answer).toMatchObject({ status: 200, cache: 'hit', body })
  })

  it('is that of everybody when SP_ID stands in two lines', async () => {
    const path = site.article()
    const { body } = await site.ask(path)
    const lines = headed(withSession('ada'), withSession('bob'))
    expect(await site.ask(path, lines)).toMatchObject({ cache: 'hit', body })
  })

  it('is found when SP_ID stands in the second of two lines', async () => {
    const path = site.article()
    const { body } = await site.ask(path, headed(withSession('ada')))
    expect(await site.ask(path, headed(['Cookie', 'a=1'], withSession('ada')))).toMatchObject({ body })
  })

  it.each([
    ['with a cookie of the same name in small letters', 'sp_id=bob; SP_ID=ada', 'ada'],
    ['of 4 kB', `SP_ID=${'x'.repeat(4096)}`, 'x'.repeat(4096)],
    ['with every character that the library writes', `SP_ID=${encodeURIComponent('aZ0-_.!~*\'()"=;, ä%')}`],
    ['in front of seven kB of semicolons', `SP_ID=ada${';'.repeat(7000)} x`, 'ada'],
    ['behind seven kB of blanks', `a=1;${' '.repeat(7000)}SP_ID=ada`, 'ada'],
    ['among a thousand others', `${'a=1; '.repeat(700)}SP_ID=ada${'; sp=SP_ID'.repeat(300)}`, 'ada'],
  ])('is of its session for an SP_ID %s', async (_, value, own = value.slice('SP_ID='.length)) => {
    const path = site.article()
    const everybody = await site.ask(path)
    const [first, second] = [await site.ask(path, cookie(value)), await site.ask(path, cookie(value))]
    expect([first.cache, second.cache]).toEqual(['miss', 'hit'])
    expect(second.body).toContain(`for SP_ID=${own}`)
    expect(second.body).not.toBe(everybody.body)
  })

  it('has one copy for all other parameters, however they are written', async () => {
    const path = site.article()
    const { body } = await site.ask(path)
    const written = [
      '?utm_source=a&utm_medium=b',
      '?gclid=1&gclid=2&&fbclid',
      '?%75tm_source=a',
      '?UTM_SOURCE=a',
      '?utm_source=a%26page%3D2',
      '?utm_source=a;page=2',
      '?x[page]=2&pages=2&mypage=2',
      '?utm_source=page=2',
      '?a=?page=2',
      '#utm_source=a',
      '?#page=2',
      '?',
      '?&',
      '??',
      `?${'&'.repeat(7000)}a`,
      `?a=${'?'.repeat(7000)}x`,
      '?a'.repeat(3000),
      '&a=1'.repeat(1500).replace('&', '?'),
    ]
    for (const query of written)
      expect(await site.ask(path + query), query).toMatchObject({ cache: 'hit', body })
    expect(site.backEnd.requests().map(({ url }) => url)).toEqual([path])
  })

  it('is fetched with the parameters that it reads, and those alone', async () => {
    const path = site.article()
    const long = `?page=${'?'.repeat(7000)}x`
    await site.ask(path + long)
    expect(site.backEnd.requests().map(({ url }) => url)).toEqual([path + long])
    const asked = ['?page=2', '?utm_source=a&page=2', '?page=2&gclid=1', '?a&b&page=2&c#d', '?page=3&page=2']
    for (const query of asked) await site.ask(path + query)
    expect(site.backEnd.requests().map(({ url }) => url)).toEqual([`${path}?page=2`, `${path}?page=3&page=2`])
  })

  it('is no one else’s for an address that is made like a key', async () => {
    const path = site.article()
    const { body } = await site.ask(path, headed(withSession('ada')))
    for (const url of [`${path}#pages.site.localhost#reader SP_ID=ada#`, `${path}?v=#${'SP_ID=ada'}`])
      expect((await site.ask(encodeURI(url))).body).not.toBe(body)
    expect((await site.ask(path)).body).not.toBe(body)
  })
})

describe('the host', () => {
  it.each([
    ['in capitals', 'PAGES.Site.Localhost'],
    ['with a port', 'pages.site.localhost:6081'],
    ['with a dot at its end', 'pages.site.localhost.'],
  ])('is one %s', async (_, host) => {
    const path = site.article()
    const { body } = await site.ask(path)
    expect(await site.ask(path, headed(['Host', host]))).toMatchObject({ cache: 'hit', body })
    expect(site.backEnd.requests().map(({ headers }) => headers.host)).toEqual(['pages.site.localhost'])
  })

  it.each([
    'evil.example',
    'pages.site.localhost.evil.example',
    'evil.pages.site.localhost',
    'pages.site.localhost:80@evil.example',
    'pages.site.localhost evil',
    'pagesXsite.localhost',
    '127.0.0.1',
    'pages.site.localhost:x',
  ])('%s is refused, and never reaches the back end', async (host) => {
    for (const path of [site.article(), '/account'])
      expect((await site.ask(path, headed(['Host', host]))).status).toBe(421)
    expect(site.backEnd.requests()).toEqual([])
  })

  it('is that of an address that has one', async () => {
    const path = site.article()
    expect((await site.ask(`http://evil.example${path}`)).status).toBe(421)
    const { body } = await site.ask(path)
    expect((await site.ask(`http://pages.site.localhost${path}`)).body).toBe(body)
  })

  it('twice is refused', async () => {
    const twice = headed(['Host', 'pages.site.localhost'], ['Host', 'evil.example'])
    expect((await site.ask(site.article(), twice)).status).toBe(400)
  })

  it('and other names of it in headers do not reach a page', async () => {
    const path = site.article()
    const names = [
      'X-Forwarded-Host',
      'X-Host',
      'Forwarded',
      'X-Original-URL',
      'X-Rewrite-URL',
      'Origin',
      'Referer',
    ]
    await site.ask(path, headed(...names.map((name): [string, string] => [name, 'https://evil.example/'])))
    const [request] = site.backEnd.requests()
    expect(JSON.stringify(request?.rawHeaders)).not.toContain('evil')
    expect(request?.headers).not.toHaveProperty('x-forwarded-for')
  })
})
