/** The presets that are functions, and what all presets do with the options that they are given. */
import { describe, expect, it } from 'vitest'
import { fetchTransport } from '../../plugins/transport/fetch-transport.ts'
import { createFullIdentity } from '../../presets/full.ts'
import { Identity } from '../../presets/identity.ts'
import { createMinimalIdentity } from '../../presets/minimal.ts'
import { Identity as Pro } from '../../presets/pro.ts'
import { ADA, optionsFor, rejection, thrown } from '../support/fixtures.ts'
import { json, openPage, openPageWith, text } from '../support/page.ts'

describe('the minimal identity', () => {
  it('knows who the reader is, and asks once', async () => {
    const page = openPageWith(json(200, ADA))
    const identity = createMinimalIdentity(optionsFor(page))
    expect(await identity.isConnected()).toBe(true)
    expect(await identity.getUserId()).toBe('101')
    identity.clearCachedUserSession()
    expect('getExternalId' in identity).toBe(false)
  })
})

describe('the full identity', () => {
  it('works over native fetch as well', async () => {
    const page = openPageWith(json(200, ADA))
    expect(await createFullIdentity(optionsFor(page), fetchTransport()).getUserId()).toBe('101')
    expect(thrown(() => createFullIdentity(undefined as never, fetchTransport()))).toMatchObject({
      reason: 'option-invalid',
    })
  })

  it("takes the session that the page's server knows, also while the session service is not to be asked", async () => {
    const page = openPageWith(text(503, ''))
    const before = createFullIdentity(optionsFor(page), fetchTransport())
    expect(await rejection(before.hasSession())).toMatchObject({ code: 503 })
    expect(await rejection(before.hasSession())).toMatchObject({ retryAt: expect.any(Number) })
    Object.assign(page.window, { porticoHead: ['', Date.now() + 60_000, ADA] })
    expect(await createFullIdentity(optionsFor(page), fetchTransport()).hasSession()).toEqual(ADA)
    expect(page.requests).toHaveLength(1)
  })
})

describe.each([
  ['Identity', (options: object) => new Identity(options as never)],
  ['an environment preset', (options: object) => new Pro(options as never)],
  ['the full identity', (options: object) => createFullIdentity(options as never, fetchTransport())],
  ['the minimal identity', (options: object) => createMinimalIdentity(options as never)],
])('%s', (_, make) => {
  it('changes nothing in the options that it is given', () => {
    const options = Object.freeze(optionsFor(openPage()))
    Object.freeze(options.env)
    expect(() => make(options).dispose()).not.toThrow()
  })
})
