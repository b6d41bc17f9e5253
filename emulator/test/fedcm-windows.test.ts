// The windows of the account service that the browser's own dialog (FedCM) opens: to log in, and to be asked once more.

import { runInNewContext } from 'node:vm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Emulator, startEmulator } from '../src/index.ts'
import { accountsOf, agree, ask, knownVisitor, newParameters, refusal, ticketFor, tokenOf } from './fedcm.ts'
import { Visitor } from './helpers.ts'
import { askSession, credentials, site } from './log-in.ts'

let emulator: Emulator
beforeAll(async () => {
  emulator = await startEmulator()
})
afterEach(() => emulator.reset())
afterAll(() => emulator.close())

const FEDCM_COOKIE = '__Host-fedcm-session'

const account = (path: string): string => emulator.url('account.localhost', path)

describe('the windows of the account service', () => {
  it('lets a reader log in, and closes itself then', async () => {
    const visitor = new Visitor()
    const page = await visitor.open(account('/fedcm/login?login_hint=x'))
    const done = await visitor.submit(page, 'login', credentials(emulator, 'ingrid'))
    expect(done.url).toBe(account('/fedcm/login'))
    expect(done.text).toContain('IdentityProvider?.close()')
    expect(await accountsOf(emulator, visitor)).toHaveLength(1)
  })

  it('fills in the reader whom the browser names', async () => {
    const { email = '', uuid = '' } = emulator.users[1] ?? {}
    for (const hint of [email, uuid]) {
      const page = await new Visitor().open(account(`/fedcm/login?login_hint=${encodeURIComponent(hint)}`))
      expect(page.text).toContain(`required value="${email}"`)
    }
  })

  it('closes itself when the reader cancels', async () => {
    const visitor = new Visitor()
    const done = await visitor.submit(await visitor.open(account('/fedcm/login')), 'cancel')
    expect(done.text).toContain('You did not log in')
    expect(done.text).toContain('IdentityProvider?.close()')
    expect(done.headers.get('set-login')).toBeNull()
    expect(await accountsOf(emulator, visitor)).toEqual([])
  })

  it('has the browser know a reader again who is logged in already', async () => {
    const visitor = await knownVisitor(emulator)
    await visitor.jar.store.removeCookie('account.localhost', '/', FEDCM_COOKIE)
    expect(await accountsOf(emulator, visitor)).toEqual([])
    const page = await visitor.open(account('/fedcm/login'))
    expect(page.text).toContain('IdentityProvider?.close()')
    expect(page.headers.get('set-login')).toBe('logged-in')
    expect((await accountsOf(emulator, visitor)).map(({ name }) => name)).toEqual(['Ingrid S.'])
  })

  it('asks once more where it is switched on, and gives a code once', async () => {
    emulator.setFaults({ fedcm: 'continue-on' })
    const visitor = await knownVisitor(emulator)
    const response = await ask(emulator, visitor, await newParameters(emulator, visitor))
    const { continue_on: next } = (await response.json()) as { continue_on: string }
    const page = await visitor.open(account(next))
    expect(page.text).toContain(`Continue to ${site.name}?`)
    const ticket = new URL(account(next)).searchParams.get('ticket') ?? ''
    const byEvil = await agree(emulator, visitor, ticket, 'http://evil.example')
    expect(await refusal(byEvil)).toEqual([403, 'access_denied'])
    expect((await new Visitor().open(account(next))).status).toBe(400)
    const token = await tokenOf(await agree(emulator, visitor, ticket))
    await visitor.open(emulator.url(site.siteHost, `/callback?${token}`))
    expect((await askSession(emulator, visitor)).body).toMatchObject({ givenName: 'Ingrid' })
    expect(await refusal(await agree(emulator, visitor, ticket))).toEqual([403, 'access_denied'])
    expect((await visitor.open(account(next))).status).toBe(400)
  })
})

describe('the window that asks once more', () => {
  it.each(['login', 'none'])(
    'does not open for the prompt "%s", because it could not help',
    async (prompt) => {
      emulator.setFaults({ fedcm: 'continue-on' })
      const visitor = await knownVisitor(emulator)
      const params = { ...(await newParameters(emulator, visitor)), prompt }
      expect(await refusal(await ask(emulator, visitor, params))).toEqual([400, 'interaction_required'])
    },
  )

  it('ends with the code, and without one it closes', async () => {
    emulator.setFaults({ fedcm: 'continue-on' })
    const visitor = await knownVisitor(emulator)
    const response = await ask(emulator, visitor, await newParameters(emulator, visitor))
    const { continue_on: next } = (await response.json()) as { continue_on: string }
    const { text } = await visitor.open(account(next))
    const clickOn = async (button: 'agree' | 'refuse'): Promise<unknown[]> => {
      const ends: unknown[] = []
      const buttons: Record<string, { textContent: string; onclick?: () => Promise<void> }> = {
        continuation: {
          textContent: /<script [^>]*id="continuation"[^>]*>(.*?)<\/script>/.exec(text)?.[1] ?? '',
        },
        agree: { textContent: '' },
        refuse: { textContent: '' },
      }
      runInNewContext(/<script>(.*?)<\/script>/s.exec(text)?.[1] ?? '', {
        document: { getElementById: (id: string) => buttons[id] },
        URLSearchParams,
        fetch: (path: string, init: RequestInit) =>
          visitor.request(account(path), { ...init, headers: { origin: new URL(account('/')).origin } }),
        IdentityProvider: {
          resolve: async (...given: unknown[]) => ends.push(given),
          close: () => ends.push('closed'),
        },
      })
      await buttons[button]?.onclick?.()
      return ends
    }
    expect(await clickOn('refuse')).toEqual(['closed'])
    expect(await clickOn('agree')).toEqual([
      [expect.stringMatching(/^code=/), { accountId: emulator.users[0]?.uuid }],
    ])
    // the ticket was used
    expect(await clickOn('agree')).toEqual(['closed'])
  })

  it('may be closed, and another one opened with the same binding of the site’s server', async () => {
    emulator.setFaults({ fedcm: 'continue-on' })
    const visitor = await knownVisitor(emulator)
    const params = await newParameters(emulator, visitor)
    await ticketFor(emulator, visitor, params)
    const token = await tokenOf(await agree(emulator, visitor, await ticketFor(emulator, visitor, params)))
    expect(token.get('state')).toBe(params.state)
    await visitor.open(emulator.url(site.siteHost, `/callback?${token}`))
    expect((await askSession(emulator, visitor)).body).toMatchObject({ givenName: 'Ingrid' })
  })
})
