// Authentication methods asked for by a site, and what the ID token then truthfully says.

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Emulator, startEmulator } from '../src/index.ts'
import { type Page, Visitor } from './helpers.ts'
import { claimsBehind } from './id-token.ts'
import { credentials, goToLogin, logIn, loginUrl, site } from './log-in.ts'

let emulator: Emulator
beforeAll(async () => {
  emulator = await startEmulator()
})
afterAll(() => emulator.close())

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
  it('without any: a password, and amr says so', async () => {
    const visitor = newVisitor()
    const page = await visitor.submit(await ask(visitor, {}), 'login', credentials(emulator, 'ingrid'))
    const claims = await claimsBehind(emulator, page)
    expect(claims.amr).toEqual(['pwd'])
    expect(claims.sub).toBe(emulator.users[0]?.uuid)
  })

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

  it('adds a factor to a running session, asking for that factor alone', async () => {
    const visitor = await loggedIn()
    const page = await ask(visitor, { acr_values: 'sms' })
    expect(page.text).toContain('data-testid="phone"')
    expect(page.text).toContain('ingrid@example.com')
    const callback = await visitor.submit(page, 'code', { code: shownCode(page) })
    expect((await claimsBehind(emulator, callback)).amr).toEqual(['pwd', 'sms', 'mfa'])

    // the session remembers it: the next request is not asked again
    const next = await ask(visitor, { acr_values: 'sms' })
    expect((await claimsBehind(emulator, next)).amr).toEqual(['pwd', 'sms', 'mfa'])
  })

  it('asks for the password again when it is asked for by name', async () => {
    const visitor = await loggedIn()
    const page = await ask(visitor, { acr_values: 'password otp' })
    expect(page.text).toContain('Confirm that it is you')
    const next = await visitor.submit(page, 'password', {
      password: credentials(emulator, 'ingrid').password,
    })
    const callback = await visitor.submit(next, 'code', { code: shownCode(next) })
    expect((await claimsBehind(emulator, callback)).amr).toEqual(['pwd', 'otp', 'mfa'])
  })

  it('sends a code by e-mail, and then needs no password', async () => {
    const visitor = newVisitor()
    const page = await visitor.submit(await ask(visitor, { acr_values: 'otp-email' }), 'login', {
      email: 'matti@example.com',
    })
    expect(page.text).toContain('data-testid="mailbox"')
    const [mail] = emulator.messagesTo('matti')
    expect(mail).toMatchObject({ channel: 'email', code: shownCode(page) })
    const callback = await visitor.submit(page, 'code', { code: mail?.code ?? '' })
    expect((await claimsBehind(emulator, callback)).amr).toEqual(['otp-email'])
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
  it.each<Record<string, string>>([{ prompt: 'login' }, { max_age: '0' }])(
    '%o asks for the password of a running session',
    async (parameters) => {
      const visitor = await loggedIn()
      const page = await ask(visitor, parameters)
      expect(page.text).toContain('Confirm that it is you')
      expect(page.text).toContain('data-testid="password"')
      const { password } = credentials(emulator, 'ingrid')
      expect((await visitor.submit(page, 'password', { password })).url).toContain('code=')
    },
  )

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

  it.each([
    ['nb_NO', 'Logg inn på'],
    ['sv_SE', 'Logga in på'],
    ['fi_FI', 'Kirjaudu palveluun'],
    ['en_US', 'Log in to'],
  ])('speaks %s', async (locale, words) => {
    const { text } = await goToLogin(emulator, new Visitor(), { locale })
    expect(text).toContain(words)
    expect(text).toContain(`<html lang="${locale.replace('_', '-')}">`)
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

  it('shows the consents that were received, on every page of the log-in, and never the state', async () => {
    const visitor = new Visitor()
    const page = await goToLogin(emulator, visitor, { ads: '<granted>', analytics: 'denied', tag: 'front' })
    const next = await visitor.submit(page, 'login', { email: 'ingrid@example.com' })
    for (const { text } of [page, next]) {
      expect(text).toContain('<div data-name="ads"><dt>ads</dt><dd>&lt;granted&gt;</dd></div>')
      expect(text).toContain('<div data-name="analytics">')
      expect(text).not.toContain('data-name="state"')
    }
  })

  it('keeps the consents when a chosen account must show more', async () => {
    const visitor = new Visitor()
    await logIn(emulator, visitor, 'ingrid')
    const chooser = await goToLogin(emulator, visitor, {
      prompt: 'select_account',
      max_age: '0',
      ads: 'granted',
    })
    const next = await visitor.submit(chooser, 'continue')
    expect(next.text).toContain('data-testid="password"')
    expect(next.text).toContain('data-name="ads"')
  })
})
