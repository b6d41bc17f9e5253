/** What readers get while the back end is down, or says errors. */
import { afterEach, describe, expect, it, vi } from 'vitest'
import { freePort } from '../../session-service/test/support/free-port.mjs'
import { type Answer, ask, type Question, withSession } from './support/ask.ts'
import { type BackEnd, startBackEnd } from './support/back-end.ts'
import { startVarnish, type Varnish } from './support/varnish.ts'

const ADA: Question = { headers: [withSession('ada')] }
const BOB: Question = { headers: [withSession('bob')] }
const PATH = '/article/one'

/** Old after a second, the least that a header can say. */
const SOON_OLD = { headers: { 'cache-control': 's-maxage=1' } }

const WAIT = { timeout: 20_000, interval: 100 }

/** No copy that is old is good while the back end is well: what a test does then shows what failure alone does. */
const STRICT = { 'req.grace = 10s': 'req.grace = 0s' }

let backEnd: BackEnd | undefined
let varnish: Varnish | undefined

/** Starts both; `probing` says how often Varnish looks whether the back end is well. */
async function start(probing = '100s', rules: Record<string, string> = STRICT) {
  backEnd = await startBackEnd()
  const site = {
    '.interval = 2s': `.interval = ${probing}`,
    // Longer than any test: what is answered at all is answered without waiting for it.
    '.first_byte_timeout = 15s': '.first_byte_timeout = 200s',
  }
  varnish = await startVarnish(backEnd.port, await freePort(), { site, rules })
  const { port } = varnish
  return { backEnd, ask: (question?: Question, path = PATH): Promise<Answer> => ask(port, path, question) }
}

afterEach(async () => {
  await varnish?.stop()
  await backEnd?.kill()
})

type Site = Awaited<ReturnType<typeof start>>

/** A copy for everybody and one for Ada, of which `fail` is the end; what they are once they are old. */
async function oldCopies(site: Site, fail: () => unknown) {
  site.backEnd.answers(SOON_OLD)
  const bodies = { everybody: (await site.ask()).body, ada: (await site.ask(ADA)).body }
  await fail()
  for (const question of [{}, ADA])
    await vi.waitFor(
      async () => expect((await site.ask({ ...question, patienceMs: 500 })).cache).toBe('stale'),
      WAIT,
    )
  return bodies
}

describe('while the back end is down', () => {
  it('readers get the copy that is theirs, again and again', async () => {
    const site = await start()
    const old = await oldCopies(site, site.backEnd.kill)
    for (const _ of ['once', 'twice', 'three times']) {
      expect(await site.ask()).toMatchObject({ status: 200, cache: 'stale', body: old.everybody })
      expect(await site.ask(ADA)).toMatchObject({ status: 200, cache: 'stale', body: old.ada })
    }
  })

  it('and says nothing at all, readers get their copies once Varnish has noticed', async () => {
    const site = await start('0.1s')
    const old = await oldCopies(site, () => site.backEnd.hang())
    expect(await site.ask(ADA)).toMatchObject({ status: 200, body: old.ada })
    expect(await site.ask(BOB)).toMatchObject({ status: 200, body: old.everybody })
    expect(await site.ask(BOB, '/article/two')).toMatchObject({ status: 503 })
  })

  it('a reader whose session has no copy gets that of everybody, and never another session’s', async () => {
    const site = await start()
    const old = await oldCopies(site, site.backEnd.kill)
    expect(await site.ask(BOB)).toMatchObject({ status: 200, cache: 'stale', body: old.everybody })
  })

  it('a page without a copy for everybody is not there, whoever else has one', async () => {
    const site = await start()
    site.backEnd.answers(SOON_OLD)
    await site.ask(ADA)
    await site.backEnd.kill()
    for (const question of [{}, BOB]) {
      const answer = await site.ask(question)
      expect(answer).toMatchObject({ status: 503, body: '503 Service Unavailable' })
      expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'retry-after': '5' })
    }
  })

  it('what is not shared is not there', async () => {
    const site = await start()
    await site.ask(ADA, '/account')
    await site.backEnd.kill()
    expect((await site.ask(ADA, '/account')).status).toBe(503)
  })

  it('a purge has been one, and brings nothing back', async () => {
    const site = await start()
    await oldCopies(site, site.backEnd.kill)
    expect((await site.ask({ method: 'PURGE' })).status).toBe(200)
    expect((await site.ask(ADA)).status).toBe(503)
  })
})

describe('while the back end says errors', () => {
  it.each([500, 503])('%i: readers get the copy that is theirs', async (status) => {
    const site = await start()
    const old = await oldCopies(site, () => site.backEnd.answers({ status }))
    expect(await site.ask(ADA)).toMatchObject({ status: 200, cache: 'stale', body: old.ada })
    expect(await site.ask()).toMatchObject({ status: 200, cache: 'stale', body: old.everybody })
  })

  it('a page without a copy is asked for once for each reader who wants it', async () => {
    const site = await start()
    site.backEnd.answers({ status: 500 })
    expect((await site.ask(ADA)).status).toBe(503)
    expect(site.backEnd.requests()).toHaveLength(1)
  })

  it('an error is not kept', async () => {
    const site = await start()
    site.backEnd.answers({ status: 500 })
    await site.ask()
    site.backEnd.answers({})
    expect(await site.ask()).toMatchObject({ status: 200, cache: 'miss' })
  })
})

describe('once the back end is back', () => {
  it('readers get a new copy', async () => {
    const site = await start('0.1s')
    const old = await oldCopies(site, () => site.backEnd.answers({ status: 500 }))
    site.backEnd.answers({})
    await vi.waitFor(async () => expect((await site.ask()).cache).toBe('hit'), WAIT)
    expect((await site.ask()).body).not.toBe(old.everybody)
  })
})

describe('while the back end is well', () => {
  it('a copy that has just become old is given, and a new one fetched meanwhile', async () => {
    const site = await start('100s', {})
    const old = await oldCopies(site, () => site.backEnd.answers({}))
    await vi.waitFor(async () => expect((await site.ask()).cache).toBe('hit'), WAIT)
    expect((await site.ask()).body).not.toBe(old.everybody)
  })
})
