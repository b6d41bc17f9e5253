import { describe, expect, it } from 'vitest'
import { createIdentity } from '../../../core/index.ts'
import { sessionCache } from '../../../plugins/session/session-cache.ts'
import { fetchTransport } from '../../../plugins/transport/fetch-transport.ts'
import { user } from '../../../plugins/user/user.ts'
import { ADA, NO_SESSION, NOT_CONNECTED, optionsFor, rejection } from '../../support/fixtures.ts'
import { json, openPageWith, text } from '../../support/page.ts'
import { sdkError } from '../../support/sdk-error.ts'

/** An identity whose session service answers each call alike. */
function answering(status: number, body: unknown) {
  const page = openPageWith(body === undefined ? text(status, '') : json(status, body))
  return createIdentity(optionsFor(page), [fetchTransport(), sessionCache(), user()])
}

const connected = () => answering(200, ADA)
const notConnected = () => answering(200, NOT_CONNECTED)
const anonymous = () => answering(400, NO_SESSION)
const refused = () => answering(401, undefined)

describe('user methods', () => {
  it('tell whether somebody is logged in, and whether they are connected', async () => {
    expect(await connected().isLoggedIn()).toBe(true)
    expect(await notConnected().isLoggedIn()).toBe(true)
    expect(await anonymous().isLoggedIn()).toBe(false)
    expect(await refused().isLoggedIn()).toBe(false)
    expect(await answering(200, { result: false }).isLoggedIn()).toBe(false)
    expect(await connected().isConnected()).toBe(true)
    expect(await notConnected().isConnected()).toBe(false)
    expect(await anonymous().isConnected()).toBe(false)
    expect(await refused().isConnected()).toBe(false)
  })

  it('ask once for several answers', async () => {
    const identity = connected()
    expect(await Promise.all([identity.isLoggedIn(), identity.getUserId(), identity.getSpId()])).toEqual([
      true,
      '101',
      'sp-ada',
    ])
    expect(await identity.getUserUuid()).toBe('uuid-ada')
    expect(await identity.getUserSDRN()).toBe('sdrn:example:user:101')
  })

  it('give the user as a copy: what the caller changes in it, nobody else sees', async () => {
    const identity = answering(200, { ...ADA, extra: { list: [1] } })
    const mine = await identity.getUser()
    mine.givenName = 'Eve'
    expect(await identity.getUser()).toEqual({ ...ADA, extra: { list: [1] } })
    expect(await identity.hasSession()).toMatchObject({ givenName: 'Ada' })
    expect(Object.hasOwn(mine, 'userId')).toBe(true)
  })

  it('read a session loosely, as servers write them', async () => {
    const loose = answering(200, { result: 1, userId: '7', uuid: 5, sdrn: 8, sp_id: 9 })
    expect(await loose.isConnected()).toBe(true)
    expect(await loose.isLoggedIn()).toBe(true)
    expect(await loose.getUser()).toMatchObject({ userId: 7 })
    const ids = [loose.getUserId(), loose.getUserUuid(), loose.getUserSDRN(), loose.getSpId()]
    expect(await Promise.all(ids)).toEqual(['7', '5', '8', '9'])
    expect(await answering(200, { result: true, userId: 0 }).isLoggedIn()).toBe(false)
  })

  it.each([
    ['101', 101],
    ['-1', -1],
    ['9007199254740992', 9_007_199_254_740_992],
    ['9007199254740993', '9007199254740993'],
    ['007', '007'],
    ['1e3', '1e3'],
    ['ada', 'ada'],
  ])(
    'the userId %j is a number when a number holds it, and getUserId gives it to the letter',
    async (userId, held) => {
      const session = { ...ADA, userId }
      expect((await answering(200, session).hasSession()).userId).toBe(held)
      expect(await answering(200, session).getUserId()).toBe(userId)
      expect(await answering(200, session).isLoggedIn()).toBe(true)
    },
  )

  it.each(['getUser', 'getUserId', 'getUserUuid'] as const)('%s needs a connected user', async (method) => {
    expect(await rejection(notConnected()[method]())).toMatchObject({ reason: 'not-connected' })
    expect(await rejection(anonymous()[method]())).toMatchObject({ reason: 'session-missing', code: 400 })
    expect(await rejection(refused()[method]())).toMatchObject({ reason: 'session-refused', code: 401 })
  })

  it('say which identifier the session lacks', async () => {
    const bare = () => answering(200, { result: true, uuid: '' })
    expect(await rejection(bare().getUserId())).toMatchObject(sdkError('identifier-missing', 'userId'))
    expect(await rejection(bare().getUserUuid())).toMatchObject(sdkError('identifier-missing', 'uuid'))
    expect(await rejection(bare().getUserSDRN())).toMatchObject(sdkError('identifier-missing', 'sdrn'))
  })

  it('have null for an sp_id that was not returned', async () => {
    expect(await answering(200, { result: false, userId: 303 }).getSpId()).toBeNull()
    expect(await anonymous().getSpId()).toBeNull()
    expect(await answering(200, { ...ADA, sp_id: null }).getSpId()).toBeNull()
  })
})
