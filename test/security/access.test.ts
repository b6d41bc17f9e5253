/**
 * A wall opens by the word of the session service alone: not by an answer that does not say so, and by what a script of the page has
 * written only until it is dropped. That other users' answers count for nothing is tested in test/plugins/access.
 */
import { afterEach, describe, expect, it } from 'vitest'
import { forge, GRANTED, openWith, refused, viewOn } from '../plugins/access/access-page.ts'
import { ADA } from '../support/fixtures.ts'
import { json } from '../support/page.ts'

let undo = () => {}
afterEach(() => {
  undo()
  undo = () => {}
})

describe('an answer that grants nothing', () => {
  it.each([
    ['is empty', {}],
    ['says yes in another way', { ...GRANTED, entitled: 'yes' }],
    ['says so of a prototype', { ...GRANTED, entitled: undefined, ['__proto__']: { entitled: true } }],
    ['leads elsewhere', { redirectURL: '/hasAccess' }],
    ['fails as well', { ...GRANTED, error: { code: 500 } }],
  ])('opens no wall where it %s', async (_, body) => {
    const outcome = await viewOn(openWith([json(200, ADA)], [json(200, body)])).hasAccess(['plus'])
    expect(outcome).toMatchObject({ outcome: 'unknown' })
  })

  it('opens no wall on a page that adds its words to all objects', async () => {
    const words = { entitled: true, allowedFeatures: ['read'], ttl: 9e9, userId: 101 }
    for (const [name, value] of Object.entries(words))
      Object.defineProperty(Object.prototype, name, {
        value,
        configurable: true,
        enumerable: true,
        writable: true,
      })
    undo = () => {
      for (const name of Object.keys(words)) delete (Object.prototype as Record<string, unknown>)[name]
    }
    const page = openWith([json(200, ADA)], [() => new Response('{}', { status: 200 })])
    const known = await viewOn(page).hasAccess(['plus'])
    expect(known.outcome).toBe('unknown')
  })
})

describe('an entry in the storage', () => {
  const kept = (answer: object) => ({ user: 101, answers: [['plus', answer]] })
  const answer = () => {
    const askedAt = Date.now()
    return { source: 'network', status: 200, body: GRANTED, askedAt, expiresAt: askedAt + 60_000 }
  }

  it('that another script has written shows a wrong outcome until it is dropped, and no longer', async () => {
    const page = openWith([json(200, ADA)], [refused])
    forge(page, kept(answer()))
    const view = viewOn(page)
    expect(await view.hasAccess(['plus'])).toMatchObject({ outcome: 'granted' })
    view.clearCachedAccess()
    expect(await view.hasAccess(['plus'])).toMatchObject({ outcome: 'refused' })
  })
})

describe('the id of a product', () => {
  it.each(['../logout', '/logout', '\\logout', 'x?redirect_uri=https://evil.example', 'x#', '%2e%2e'])(
    '%j stays in its place',
    async (id) => {
      const page = openWith([json(200, ADA)], [refused])
      await viewOn(page).hasAccess([id])
      const url = page.requests[1] as URL
      expect(decodeURIComponent(url.pathname)).toBe(`/hasAccess/${id}`)
      expect(url.searchParams.getAll('redirect_uri')).toEqual(['https://www.site.example/callback'])
    },
  )
})
