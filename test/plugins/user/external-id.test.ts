import { describe, expect, it } from 'vitest'
import { createIdentity } from '../../../core/index.ts'
import { fetchTransport } from '../../../plugins/transport/fetch-transport.ts'
import { externalId } from '../../../plugins/user/external-id.ts'
import { ADA, NO_SESSION, optionsFor, rejection } from '../../support/fixtures.ts'
import { type Answer, json, openPageWith } from '../../support/page.ts'
import { sdkError } from '../../support/sdk-error.ts'

const PAIR_ID = 'b2a23caae8ead566099b43b2b33f0cd344f66d50a62034ccbe8bbaa435fd760e'
const PLAIN = '75907c00749031cfdc798cd29de9ac68e86b39e9edd873dedb6813dba5f97824'
const SUFFIXED = 'a0ad9a8261f2dc1b687ddd2c51f48445340985e34cb9db5d0a42856480ecc5fb'

function identityWith(...answers: Answer[]) {
  const page = openPageWith(...answers)
  return { page, identity: createIdentity(optionsFor(page), [fetchTransport(), externalId()]) }
}

describe('getExternalId', () => {
  it.each([
    [undefined, PLAIN],
    [null, PLAIN],
    ['', PLAIN],
    ['suffix', SUFFIXED],
  ])('with suffix %j is the digest of the contract', async (suffix, id) => {
    const { identity } = identityWith(json(200, { ...ADA, pairId: PAIR_ID }))
    expect(await identity.getExternalId('3rd-party', suffix)).toBe(id)
  })

  it.each([undefined, null, '', 5, {}])(
    'refuses %j for the party, before anything is asked',
    async (party) => {
      const { identity } = identityWith()
      expect(await rejection(identity.getExternalId(party as string))).toMatchObject(
        sdkError('argument-invalid', 'externalParty'),
      )
    },
  )

  it('takes a suffix that is a number for its text', async () => {
    const answer = json(200, { ...ADA, pairId: PAIR_ID })
    expect(await identityWith(answer).identity.getExternalId('party', 7 as never)).toBe(
      await identityWith(answer).identity.getExternalId('party', '7'),
    )
  })

  it('tells users, parties and suffixes apart', async () => {
    const id = (pairId: string, party: string, suffix?: string) =>
      identityWith(json(200, { ...ADA, pairId })).identity.getExternalId(party, suffix)
    const ids = [id('a', 'p'), id('b', 'p'), id('a', 'q'), id('a', 'p', 's'), id('a', 'p', 't')]
    expect(new Set(await Promise.all(ids)).size).toBe(ids.length)
  })

  it('says so when the session has no pairId, or there is no session', async () => {
    const bare = identityWith(json(200, { ...ADA, pairId: undefined })).identity
    expect(await rejection(bare.getExternalId('party'))).toMatchObject(
      sdkError('identifier-missing', 'pairId'),
    )
    const anonymous = identityWith(json(400, NO_SESSION)).identity
    expect(await rejection(anonymous.getExternalId('party'))).toMatchObject({ reason: 'session-missing' })
  })

  it.each([undefined, {}])('says so where the page is no secure context (crypto: %j)', async (crypto) => {
    const { page, identity } = identityWith(json(200, ADA))
    Object.defineProperty(page.window, 'crypto', { value: crypto })
    expect(await rejection(identity.getExternalId('party'))).toMatchObject({
      reason: 'crypto-unavailable',
      cause: expect.any(TypeError),
    })
  })
})
