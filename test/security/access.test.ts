/**
 * A wall opens by the word of the session service alone: not by an answer that does not say so, not for another user, not by what a
 * script of the page has written, and not for longer than it was said.
 */
import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  asked,
  forge,
  GRANTED,
  granted,
  keptOn,
  openWith,
  refused,
  viewOn,
} from '../plugins/access/access-page.ts'
import { ADA, GRACE } from '../support/fixtures.ts'
import { json, openPage } from '../support/page.ts'

let undo = () => {}
afterEach(() => {
  undo()
  undo = () => {}
  vi.useRealTimers()
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

describe('an answer about somebody else', () => {
  it.each([
    ['another number', { userId: 202 }],
    ['another uuid', { uuid: 'uuid-grace' }],
    ['another uuid alone', { userId: undefined, uuid: 'uuid-grace' }],
  ])('opens no wall where it names %s', async (_, named) => {
    const [session, others] = [json(200, ADA), json(200, { ...GRANTED, ...named })]
    const outcome = await viewOn(openWith([session, session], [others, others])).hasAccess(['plus'])
    expect(outcome).toMatchObject({ outcome: 'unknown', reason: 'session-malformed' })
  })
})

describe('an entry in the storage', () => {
  const kept = (answer: object) => ({ user: 101, answers: [['plus', answer]] })
  const answer = (more: object = {}) => {
    const askedAt = Date.now()
    return { origin: 'network', status: 200, body: GRANTED, askedAt, expiresAt: askedAt + 60_000, ...more }
  }

  it('that another script has written shows a wrong outcome until it is dropped, and no longer', async () => {
    const page = openWith([json(200, ADA)], [refused])
    forge(page, kept(answer()))
    const view = viewOn(page)
    expect(await view.hasAccess(['plus'])).toMatchObject({ outcome: 'granted' })
    view.clearCachedAccess()
    expect(await view.hasAccess(['plus'])).toMatchObject({ outcome: 'refused' })
  })

  it('is of no use to another user', async () => {
    const refusal = { ...GRANTED, userId: 202, uuid: 'uuid-grace', entitled: false }
    const page = openWith([json(200, GRACE)], [json(200, refusal)])
    forge(page, kept(answer()))
    expect(await viewOn(page).hasAccess(['plus'])).toMatchObject({ outcome: 'refused' })
  })

  it('does not last once the clock is set back', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const page = openWith([json(200, ADA), json(200, ADA)], [granted, refused])
    await viewOn(page).hasAccess(['plus'])
    vi.setSystemTime(Date.now() - 3_600_000)
    expect(await viewOn(page).hasAccess(['plus'])).toMatchObject({ outcome: 'refused' })
    expect(asked(page)).toHaveLength(2)
  })

  it('does not fill the storage, whatever a page asks for', async () => {
    const page = openWith(
      [json(200, ADA)],
      Array.from({ length: 60 }, () => granted),
    )
    const view = viewOn(page)
    await Promise.all(Array.from({ length: 60 }, (_, id) => view.hasAccess([`${id}`])))
    expect(keptOn(page)?.value.answers.length).toBeLessThanOrEqual(20)
  })
})

describe('the id of a product', () => {
  it.each(['..', '.', '', '\ud800'])('%j leads to no other address', async (id) => {
    await expect(viewOn(openPage()).hasAccess([id])).rejects.toMatchObject({ reason: 'argument-invalid' })
  })

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
