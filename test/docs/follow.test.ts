/** `examples/site/follow.ts` and `identify.mjs`: what a page tells the site's server of its reader, and how often. */
import { fakeIdentity } from 'portico/testing'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

const ADA = { userId: 7, uuid: 'uuid-ada', givenName: 'Ada', sig: 'the sig of Ada' }
const EVE = { userId: 8, uuid: 'uuid-eve', givenName: 'Eve', sig: 'the sig of Eve' }
/** What says that nobody reads. */
const NOBODY = undefined

/** The messages that the server got, and the status with which it answers; 0 where it cannot be reached. */
const told: (string | undefined)[] = []
let status: number

type Fake = ReturnType<typeof fakeIdentity>

interface Site {
  keepServerTold(identity: Fake, known: string, refresh: () => void): () => void
  logOut(identity: Fake): Promise<void>
}
let site: Site

// By names that the compiler does not follow: the types of the examples are those of the sites that take them.
const load = (file: string) => import(`../../examples/site/${file}`)

beforeEach(async () => {
  told.length = 0
  status = 204
  vi.stubGlobal('fetch', async (url: string, { body }: { body: string }) => {
    expect(url).toBe('/session')
    told.push(JSON.parse(body).sig)
    if (!status) throw new TypeError('Failed to fetch')
    return new Response(null, { status })
  })
  // Each test has a page of its own.
  vi.resetModules()
  site = { ...(await load('follow.ts')), ...(await load('identify.mjs')) }
})
afterEach(() => vi.unstubAllGlobals())

/**
 * A component that follows the identity anew whenever the server has rendered, as that of a framework may.
 *
 * @param knows the uuid of the reader whom the server knows at that time
 * @returns how often it was rendered
 */
function render(identity: Fake, knows: () => string): () => number {
  let renders = 0
  let stop = () => {}
  function again(): void {
    stop()
    if (++renders > 20) throw new Error('the page asks for ever')
    stop = site.keepServerTold(identity, knows(), again)
  }
  again()
  return () => renders
}

/** Until nothing is left to be done. */
const settled = () => new Promise((resolve) => setTimeout(resolve))

async function identityOf(session: object): Promise<Fake> {
  const identity = fakeIdentity({ session })
  await identity.hasSession()
  return identity
}

describe('a page tells the server who reads', () => {
  it('once, where the server then knows them', async () => {
    const renders = render(await identityOf(ADA), () => (told.length ? ADA.uuid : ''))
    await settled()
    expect(told).toEqual([ADA.sig])
    expect(renders()).toBe(2)
  })

  it('once, where the server does not know them afterwards, since the browser refuses its cookie', async () => {
    const renders = render(await identityOf(ADA), () => '')
    await settled()
    expect(told).toEqual([ADA.sig])
    expect(renders()).toBe(2)
  })

  it('once, where the server refuses', async () => {
    status = 400
    const renders = render(await identityOf(ADA), () => '')
    await settled()
    expect(told).toEqual([ADA.sig])
    expect(renders()).toBe(1)
  })

  it.each([0, 503])('again, where it has got the answer %i the first time', async (answer) => {
    status = answer
    const identity = await identityOf(ADA)
    render(identity, () => '')
    await settled()
    status = 204
    render(identity, () => '')
    await settled()
    expect(told).toEqual([ADA.sig, ADA.sig])
  })

  it('whenever that is somebody else, and when it is nobody', async () => {
    const identity = await identityOf(ADA)
    const uuids = new Map<string | undefined, string>([
      [ADA.sig, ADA.uuid],
      [EVE.sig, EVE.uuid],
    ])
    render(identity, () => uuids.get(told.at(-1)) ?? '')
    await settled()
    await identity.set({ session: EVE })
    await settled()
    await identity.set({ status: 'loggedOut' })
    await settled()
    await identity.set({ session: ADA })
    await settled()
    expect(told).toEqual([ADA.sig, EVE.sig, NOBODY, ADA.sig])
  })

  it('not at all, where the session is from the server itself', async () => {
    render(await identityOf({ ...ADA, sig: undefined }), () => ADA.uuid)
    await settled()
    expect(told).toEqual([])
  })
})

describe('a logout', () => {
  it('is told once, and leaves the page', async () => {
    const identity = await identityOf(ADA)
    render(identity, () => (told.at(-1) ? ADA.uuid : ''))
    await settled()
    await site.logOut(identity)
    await settled()
    expect(told).toEqual([ADA.sig, NOBODY])
    expect(identity.left).toHaveLength(1)
  })

  it('leaves the page although the server cannot be reached', async () => {
    const identity = await identityOf(ADA)
    status = 0
    await site.logOut(identity)
    expect(identity.left).toHaveLength(1)
  })
})
