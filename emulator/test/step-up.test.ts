// Authentication methods asked for by a site, and what the ID token then truthfully says. Most are walked through in test/e2e/step-up.test.ts.

import { describe, expect, it } from 'vitest'
import { type Page, useEmulator, Visitor } from './helpers.ts'
import { claimsBehind } from './id-token.ts'
import { credentials, goToLogin, loginUrl, site } from './log-in.ts'

const emulator = await useEmulator()

/** A visitor who stops at the callback, so that the test can redeem the code. */
function newVisitor(): Visitor {
  const visitor = new Visitor()
  visitor.stopAt = emulator.url(site.siteHost, '/callback')
  return visitor
}

function ask(visitor: Visitor, parameters: Record<string, string>): Promise<Page> {
  return visitor.open(loginUrl(emulator, site, { state: 's', ...parameters }))
}

async function loggedIn(): Promise<Visitor> {
  const visitor = newVisitor()
  await visitor.submit(await ask(visitor, {}), 'login', credentials(emulator, 'ingrid'))
  return visitor
}

const shownCode = (page: Page): string => /data-testid="shown-code">(\d{6})</.exec(page.text)?.[1] ?? ''

describe('authentication methods', () => {
  it('a code alone says nobody’s name, so a password comes first', async () => {
    const visitor = newVisitor()
    const page = await visitor.submit(await ask(visitor, { acr_values: 'otp' }), 'login', {
      email: 'ingrid@example.com',
    })
    expect(page.text).toContain('data-testid="password"')
    const next = await visitor.submit(page, 'password', {
      password: credentials(emulator, 'ingrid').password,
    })
    const code = shownCode(next)
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
    const again = await visitor.submit(next, 'code', { code: wrong })
    expect(again.status).toBe(401)
    const callback = await visitor.submit(again, 'code', { code })
    expect((await claimsBehind(emulator, callback)).amr).toEqual(['pwd', 'otp', 'mfa'])
  })

  it('takes an electronic ID', async () => {
    const visitor = newVisitor()
    const page = await visitor.submit(await ask(visitor, { acr_values: 'eid-no' }), 'login', {
      email: 'ingrid@example.com',
    })
    expect((await claimsBehind(emulator, await visitor.submit(page, 'eid'))).amr).toEqual(['eid-no'])
  })

  it('gives nothing of the running session to another account', async () => {
    const visitor = await loggedIn()
    const page = await visitor.submit(await ask(visitor, { acr_values: 'otp' }), 'other')
    const next = await visitor.submit(page, 'login', { email: 'matti@example.com' })
    expect(next.text).toContain('data-testid="password"')
  })
})

describe('asking again', () => {
  it('a max_age that has not passed asks nothing', async () => {
    expect((await ask(await loggedIn(), { max_age: '3600' })).url).toContain('code=')
  })
})

describe('how the page looks', () => {
  it('asks for e-mail address and password on one screen when told to', async () => {
    const oneStep = await goToLogin(emulator, new Visitor(), { one_step_login: 'true' })
    expect(oneStep.text).toContain('data-testid="password"')
    const twoSteps = await goToLogin(emulator, new Visitor())
    expect(twoSteps.text).not.toContain('data-testid="password"')
  })

  it('says which language the site asked for', async () => {
    const { text } = await goToLogin(emulator, new Visitor(), { locale: 'nb_NO' })
    expect(text).toContain('<dt>locale</dt><dd>nb_NO</dd>')
  })

  it('fills in who is expected, by e-mail address or by UUID', async () => {
    for (const hint of ['matti@example.com', emulator.users[1]?.uuid ?? '']) {
      const { text } = await goToLogin(emulator, new Visitor(), { login_hint: hint })
      expect(text).toContain('value="matti@example.com">')
    }
  })

  it('shows the teaser that was asked for', async () => {
    const { text } = await goToLogin(emulator, new Visitor(), { teaser: 'subscribe' })
    expect(text).toContain('data-teaser="subscribe"')
    expect((await goToLogin(emulator, new Visitor(), { teaser: 'none-such' })).text).toContain(
      'data-teaser="default"',
    )
  })
})
