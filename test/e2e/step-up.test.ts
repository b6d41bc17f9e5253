/** Asking for more than a password, and what the publisher's server can then rely on. */

import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { by, justLoggedIn, logInWith, sees, visit } from './support/demo.ts'
import { useWorld } from './support/world.ts'

const world = useWorld()

/** Types in the code that the page shows as sent. */
async function enterCode(page: Page): Promise<void> {
  const code = await by(page, 'shown-code').textContent()
  await by(page, 'code').fill(code ?? '')
  await by(page, 'submit').click()
}

async function enterPassword(page: Page, user: string): Promise<void> {
  const { password } = world.emulator.users.find(({ username }) => username === user) ?? { password: '' }
  await by(page, 'password').fill(password)
  await by(page, 'submit').click()
}

/** The facts that the site's own server holds of the login, from the ID token that it checked. */
function factsOf(page: Page): Promise<{ amr: string[]; acr?: string }> {
  return page.evaluate(() => fetch('/server-side').then((response) => response.json()))
}

describe('logging in with two factors', () => {
  it('takes a reader who is logged in through both, and puts both into the ID token', async () => {
    const page = await justLoggedIn(world)
    expect((await factsOf(page)).amr).toEqual(['pwd'])

    await by(page, 'step-up').click()
    await sees(page, 'who', 'ingrid@example.com')
    await enterPassword(page, 'ingrid')
    await enterCode(page)
    await sees(page, 'amr', 'pwd otp mfa')
    const facts = await factsOf(page)
    expect(new Set(facts.amr)).toEqual(new Set(['pwd', 'otp', 'mfa']))
    expect(facts.acr).toBe('password otp')
    await sees(page, 'user-name', 'Ingrid S.')
  })

  it('takes an anonymous reader through both as well', async () => {
    const page = await world.page()
    await visit(world, page, 'anonymous')
    await by(page, 'step-up').click()
    await by(page, 'user-alex').click()
    await enterCode(page)
    await sees(page, 'user-name', 'Alex L.')
    await sees(page, 'amr', 'pwd otp mfa')
  })

  it('lets nobody through with a wrong code, and then with the right one', async () => {
    const page = await justLoggedIn(world)
    await by(page, 'step-up').click()
    await enterPassword(page, 'ingrid')
    const right = await by(page, 'shown-code').textContent()
    await by(page, 'code').fill(right === '000000' ? '000001' : '000000')
    await by(page, 'submit').click()
    await sees(page, 'login-error', 'That is not the code. Try again.')

    await enterCode(page)
    await sees(page, 'amr', 'pwd otp mfa')
  })

  it('leaves the session as it was when the second factor is refused', async () => {
    const page = await justLoggedIn(world)
    await by(page, 'step-up').click()
    await enterPassword(page, 'ingrid')
    await by(page, 'cancel').click()
    await sees(page, 'notice', 'You did not log in. You can go on reading.')
    await sees(page, 'status', 'connected')
    await sees(page, 'amr', 'pwd')
  })
})

describe('other ways to be sure who it is', () => {
  it('sends a code to the phone', async () => {
    const page = await justLoggedIn(world, 'matti')
    await logInWith(page, { acrValues: 'sms' })
    await by(page, 'phone').waitFor()
    expect(world.emulator.messagesTo('matti').map(({ channel }) => channel)).toContain('sms')
    await enterCode(page)
    await sees(page, 'amr', 'pwd sms mfa')
  })

  it('logs in by a code in an e-mail alone', async () => {
    const page = await world.page()
    await visit(world, page, 'anonymous')
    await logInWith(page, { acrValues: 'otp-email' })
    await by(page, 'user-matti').click()
    await by(page, 'mailbox').waitFor()
    await enterCode(page)
    await sees(page, 'user-name', 'Matti V.')
    await sees(page, 'amr', 'otp-email')
  })

  it('asks for the password again after maxAge, though the reader is logged in', async () => {
    const page = await justLoggedIn(world)
    await logInWith(page, { maxAge: 0 })
    await by(page, 'continue').click()
    await sees(page, 'who', 'ingrid@example.com')
    await enterPassword(page, 'ingrid')
    await sees(page, 'status', 'connected')
    expect((await factsOf(page)).amr).toEqual(['pwd'])
  })
})
