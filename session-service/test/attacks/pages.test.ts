// What pages of other sites can read, and what becomes of requests that are too large.

import { beforeEach, describe, expect, it } from 'vitest'
import { form, NEWS, SPORT, SPORTS, WWW } from '../support/service.ts'
import { useService } from '../support/use-service.ts'

const { provider, browser: victim } = await useService()
beforeEach(async () => void (await victim.logIn(provider)))

const readers = (response: Response): (string | null)[] =>
  ['access-control-allow-origin', 'access-control-allow-credentials'].map((name) =>
    response.headers.get(name),
  )

describe('a page', () => {
  it.each([
    ['of nobody', NEWS, 'https://evil.test'],
    ['of another site of the service', NEWS, SPORT],
    ['of another site of the service, the other way round', SPORTS, WWW],
    ['of a sibling host', NEWS, 'https://evil.news.test'],
    ['on plain http', NEWS, 'http://www.news.test'],
    ['on another port', NEWS, `${WWW}:8443`],
    ['without an origin', NEWS, 'null'],
    ['whose name begins the same', NEWS, `${WWW}.evil.test`],
    ['whose name is the beginning', NEWS, WWW.slice(0, -1)],
  ])('%s cannot read a session', async (_what, site, origin) => {
    expect(readers(await victim.session(site, origin))).toEqual([null, null])
    const access = await victim.ask(`/hasAccess/a?client_sdrn=sdrn:x:client:${site.clientId}`, {
      headers: { origin },
    })
    expect(readers(access)).toEqual([null, null])
  })

  it('of any site can read that there is no such client, and no other page can', async () => {
    const unknown = { clientId: 'nobody' }
    expect(readers(await victim.session(unknown, SPORT))).toEqual([SPORT, 'true'])
    expect(readers(await victim.session(unknown, 'https://evil.test'))).toEqual([null, null])
    expect(readers(await victim.ask('/v2/session?client_sdrn=sdrn:x:client:nobody'))).toEqual([null, null])
  })

  it('cannot load a session as something else, not even of a host beside', async () => {
    const { headers } = await victim.session()
    // Whether a prefetch of it succeeds would tell a sibling host that somebody is logged in.
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-type')).toMatch(/^application\/json/)
  })

  it('cannot name a site in two ways', async () => {
    const path = '/v2/session?client_sdrn=sdrn:x:client:news&client_sdrn=sdrn:x:client:sport'
    const response = await victim.ask(path, { headers: { origin: SPORT } })
    expect(readers(response)).toEqual([null, null])
  })

  it.each(['__proto__', 'constructor', 'news ', 'NEWS', 'x:client:news', ''])(
    'cannot name the client "%s"',
    async (clientId) => {
      expect(await victim.told({ clientId })).toBe(404)
    },
  )
})

describe('a form', () => {
  it('that is too long is refused, whether it says so or not', async () => {
    const long = { logout_token: 'x'.repeat(70_000) }
    expect((await victim.ask('/backchannel-logout', form(long))).status).toBe(413)
    let sent = 0
    const endless = new ReadableStream({
      pull(controller) {
        sent += 1
        controller.enqueue(new TextEncoder().encode('x'.repeat(1000)))
      },
    })
    const request = { ...form({}), body: endless, duplex: 'half' } as RequestInit & {
      headers: Record<string, string>
    }
    expect((await victim.ask('/backchannel-logout', request)).status).toBe(413)
    expect(sent).toBeLessThan(100)
  })

  it('of another kind is refused', async () => {
    for (const type of ['application/json', 'text/plain', 'multipart/form-data; boundary=x', '']) {
      const init = { ...form({ logout_token: 'x' }), headers: { 'content-type': type } }
      expect((await victim.ask('/backchannel-logout', init)).status).toBe(415)
    }
  })
})
