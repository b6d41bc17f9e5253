// What the session service says of access to products, to whom, and how products come and go.

import { describe, expect, it } from 'vitest'
import { verify } from '../src/session-service/signature.ts'
import { useEmulator, Visitor } from './helpers.ts'
import { logIn, other, site } from './log-in.ts'

const PRODUCT = 'harbour-post-digital'

const emulator = await useEmulator()

/** Asks as a page of the site does. */
async function askAccess(visitor: Visitor, ids: string, headers: Record<string, string> = {}) {
  const url = new URL(emulator.url(site.sessionHost, `/hasAccess/${ids}`))
  url.searchParams.set('client_sdrn', `sdrn:localhost:client:${site.clientId}`)
  const response = await visitor.request(url.href, { headers })
  return { response, body: (await response.json()) as Record<string, unknown> }
}

async function loggedIn(user: string): Promise<Visitor> {
  const visitor = new Visitor()
  await logIn(emulator, visitor, user)
  return visitor
}

describe('the access endpoint', () => {
  it('grants access to whoever has one of the products, and signs what it says', async () => {
    emulator.giveProduct('ingrid', PRODUCT)
    const { body } = await askAccess(await loggedIn('ingrid'), `basic,${PRODUCT}`)
    const { sig, ...claims } = body
    const user = emulator.users[0]
    expect(claims).toEqual({
      entitled: true,
      allowedFeatures: ['read', 'listen'],
      ttl: 300,
      userId: user?.userId,
      uuid: user?.uuid,
      productIds: ['basic', PRODUCT],
      serverTime: expect.any(Number),
    })
    expect(verify(emulator.signingKey, String(sig))).toEqual({ algorithm: 'HMAC-SHA256', ...claims })
  })

  it('refuses access to whoever has none of them', async () => {
    const { body } = await askAccess(await loggedIn('matti'), PRODUCT)
    expect(body).toMatchObject({ entitled: false, allowedFeatures: [], ttl: 300, userId: 100002 })
  })

  it('takes each id by itself, whatever it holds', async () => {
    emulator.giveProduct('alex', 'a,b')
    const visitor = await loggedIn('alex')
    expect((await askAccess(visitor, 'a,b')).body.entitled).toBe(false)
    expect((await askAccess(visitor, 'a%2Cb')).body.entitled).toBe(true)
    expect((await askAccess(visitor, '%E0')).response.status).toBe(400)
  })

  it('says 400 to nobody, and lets pages of the site alone read what it says', async () => {
    const origin = new URL(emulator.url(site.siteHost)).origin
    const { response } = await askAccess(new Visitor(), PRODUCT, { origin })
    expect(response.status).toBe(400)
    expect(response.headers.get('access-control-allow-origin')).toBe(origin)
    expect(response.headers.get('access-control-allow-credentials')).toBe('true')
    const foreign = await askAccess(new Visitor(), PRODUCT, {
      origin: new URL(emulator.url(other.siteHost)).origin,
    })
    expect(foreign.response.headers.get('access-control-allow-origin')).toBeNull()
  })
})

describe('products', () => {
  const api = (path: string, method = 'GET') =>
    new Visitor().request(emulator.url('account.localhost', `/control/api/${path}`), { method })

  it('have a name that fits into an address, and a user', async () => {
    expect((await api('users/matti/products/a%20b', 'PUT')).status).toBe(400)
    expect((await api('users/nobody/products/plus', 'PUT')).status).toBe(404)
    expect(() => emulator.giveProduct('nobody', 'plus')).toThrow('no test user')
    emulator.takeProduct('ingrid', PRODUCT)
  })
})

describe('the pages of payment', () => {
  it.each([
    ['/account/redeem?voucher_code=<b>', 'voucher_code: <code>&lt;b&gt;</code>'],
    ['/authn/payment/purchase?paylink=p1', 'paylink: <code>p1</code>'],
    ['/authn/flow/checkout?product_id=plus', 'product_id: <code>plus</code>'],
    ['/authn/payment/purchase/code?code=half', 'code: <code>half</code>'],
  ])('%s says what would be paid for', async (path, text) => {
    const page = await new Visitor().open(emulator.url('account.localhost', path))
    expect(page.status).toBe(200)
    expect(page.text).toContain(text)
  })

  it('lead back to a registered address, and to no other', async () => {
    const back = async (url: string) => {
      const query = new URLSearchParams({ client_id: site.clientId, redirect_uri: url })
      return (await new Visitor().open(emulator.url('account.localhost', `/account/redeem?${query}`))).text
    }
    const own = emulator.url(site.siteHost, '/callback')
    expect(await back(own)).toContain(`href="${own}"`)
    expect(await back('https://evil.example/')).not.toContain('evil.example')
  })

  it('with what a reader has ask for a login first', async () => {
    for (const path of ['/account/subscriptions', '/account/products', '/account/purchasehistory']) {
      const response = await new Visitor().request(emulator.url('account.localhost', path))
      expect(response.status).toBe(303)
      const visitor = await loggedIn('ingrid')
      const page = await visitor.open(emulator.url('account.localhost', path))
      expect(page.text).toContain('data-testid="products"')
    }
  })
})
