/** "Continue as" in the browser's own dialog, in a browser that blocks third-party cookies: what any Chromium shows, a headless shell too. */

import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { OTHER, openOther, says, toldPage } from './support/continue-as.ts'
import { by, call, events, justLoggedIn, leaveBy, sees, visit } from './support/demo.ts'
import { type Dialogs, takeDialogs } from './support/dialog.ts'
import { bundle, ownOptions, pageWith } from './support/own-page.ts'
import { isOpen, tab } from './support/panel.ts'
import { probeThirdPartyCookies } from './support/third-party-cookies.ts'
import { useWorld } from './support/world.ts'

// No other browser has it.
const world = useWorld('block', 'chromium')

it('stands on a browser that blocks third-party cookies', async () => {
  expect(await probeThirdPartyCookies(await world.page(), world.pages)).toBe('block')
})

describe('a reader who is logged in at the account service', () => {
  it('is logged in by the browser alone the next time, but not after a logout', async () => {
    const { page, dialogs } = await openOther(world)
    await by(page, 'offer-to-continue').click()
    await dialogs.choose(await dialogs.next())
    await sees(page, 'status', 'connected')

    // The site's own session is gone, as after its end. The account service still knows the reader.
    await page.context().clearCookies({ domain: 'id.other.localhost' })
    await call(page, 'clearCachedUserSession')
    await visit(world, page, 'anonymous', OTHER)
    await by(page, 'offer-to-continue').click()
    expect((await dialogs.next()).dialogType).toBe('AutoReauthn')
    await sees(page, 'status', 'connected')

    await Promise.all([
      page.waitForURL(world.emulator.url(OTHER)),
      leaveBy(page, 'logout', world.emulator.url(OTHER)),
    ])
    await sees(page, 'status', 'anonymous')
    await justLoggedIn(world)
    await by(page, 'offer-to-continue').click()
    expect((await dialogs.next()).dialogType).toBe('AccountChooser')
  })

  it('is an anonymous reader to the site again once disconnected', async () => {
    const { page, dialogs } = await openOther(world)
    await by(page, 'disconnect').click()
    await says(page, 'There was no connection')
    await by(page, 'offer-to-continue').click()
    await dialogs.choose(await dialogs.next())
    await sees(page, 'status', 'connected')
    await by(page, 'disconnect').click()
    await says(page, 'The connection has ended')
    await by(page, 'offer-to-continue').click()
    expect((await dialogs.next()).accounts).toMatchObject([{ loginState: 'SignUp' }])
  })
})

describe('a refusal', () => {
  it('is an outcome, and so is the time in which the browser does not ask again', async () => {
    const { page, dialogs } = await openOther(world)
    const before = await events(page)
    await by(page, 'offer-to-continue').click()
    await dialogs.dismiss(await dialogs.next())
    await says(page, 'dismissed')
    expect(await call(page, 'continueAs', { state: 's' })).toEqual({ outcome: 'dismissed' })
    expect(dialogs.shown).toHaveLength(1)
    expect(await events(page)).toEqual(before)

    await dialogs.resetCooldown()
    await by(page, 'offer-to-continue').click()
    await dialogs.next()
  })

  it('looks the same where nobody is logged in', async () => {
    const { page, dialogs } = await openOther(world)
    const home = world.emulator.url(OTHER)
    await Promise.all([page.waitForResponse(/\/end-session/), leaveBy(page, 'logout', home)])
    await page.waitForURL(home)
    await sees(page, 'status', 'anonymous')
    expect(await call(page, 'continueAs', { state: 's' })).toEqual({ outcome: 'dismissed' })
    expect(dialogs.shown).toEqual([])
  })

  it('by the account service is shown by the browser, and makes the offer unavailable', async () => {
    const { page, dialogs } = await openOther(world)
    world.emulator.setFaults({ fedcm: 'refused' })
    await by(page, 'offer-to-continue').click()
    await dialogs.choose(await dialogs.next())
    const dialog = await dialogs.next()
    expect(dialog.dialogType).toBe('Error')
    await dialogs.press(dialog, 'ErrorGotIt')
    await says(page, 'unavailable')
  })
})

it('is found where the browser has the dialog, and no name for it', async () => {
  const { page, dialogs } = await openOther(world)
  await page.addInitScript(() => Reflect.deleteProperty(window, 'IdentityCredential'))
  await visit(world, page, 'anonymous', OTHER)
  expect(await page.evaluate("'IdentityCredential' in window")).toBe(false)
  expect(dialogs.shown).toEqual([])
  await by(page, 'offer-to-continue').click()
  await dialogs.choose(await dialogs.next())
  await sees(page, 'status', 'connected')
})

describe('two offers', () => {
  it('of which one is another party’s leave ours unavailable', async () => {
    const { page, dialogs } = await openOther(world)
    await page.evaluate((configURL) => {
      const providers = [{ configURL, clientId: 'fell-and-fjord' }]
      const request = { identity: { providers } } as CredentialRequestOptions
      navigator.credentials.get(request).catch(() => undefined)
    }, world.emulator.environment.fedcmConfigUrl)
    await dialogs.next()
    expect(await call(page, 'continueAs', { state: 's' })).toEqual({ outcome: 'unavailable' })
  })
})

it('is in the timeline of the panel, without values', async () => {
  const { page, dialogs } = await openOther(world)
  await by(page, 'offer-to-continue').click()
  await dialogs.dismiss(await dialogs.next())
  await says(page, 'dismissed')
  await by(page, 'open-devtools').click()
  await isOpen(page)
  await tab(page, 'Timeline').click()
  await page.getByText('continue as: asked by the browser (passive)').waitFor()
  await page.getByText('continue as: dismissed').waitFor()
})

describe('a page of a publisher’s own', () => {
  let script: string
  beforeAll(async () => {
    script = await bundle(`
      import { createIdentity } from 'portico/core'
      import { fedcm, fetchTransport, login, userContext } from 'portico/plugins'
      const identity = createIdentity(options, [fetchTransport(), login(), userContext(), fedcm()])
      window.offer = (more) =>
        identity.continueAs({ state: 'of-the-page', ...more }).catch(({ name, message }) => name + ' ' + message)
      window.offerAndKeep = async () => {
        let code
        const { outcome } = await identity.continueAs({ state: 'of-the-page', onCode: (login) => (code = login) })
        return [outcome, code]
      }
    `)
  })

  const openOwn = async (headers: Record<string, string> = {}): Promise<{ page: Page; dialogs: Dialogs }> => {
    world.pages.serve('/', { ...pageWith(ownOptions(world), script), headers })
    const page = await toldPage(world, OTHER)
    const dialogs = await takeDialogs(world, page)
    await page.goto(world.pages.url())
    return { page, dialogs }
  }
  const run = (page: Page, source: string): Promise<unknown> => page.evaluate(source)

  it('may take the code instead of being left', async () => {
    const { page, dialogs } = await openOwn()
    const [kept] = await Promise.all([
      run(page, 'offerAndKeep()'),
      dialogs.next().then((dialog) => dialogs.choose(dialog)),
    ])
    const [outcome, login] = kept as [string, { code: string; state: string; url: string }]
    expect(outcome).toBe('connected')
    expect(login).toMatchObject({ code: expect.stringMatching(/^[\w-]{20,}$/), state: 'of-the-page' })
    const { origin, searchParams } = new URL(login.url)
    expect(`${origin}/`).toBe(world.pages.url())
    expect([...searchParams.keys()]).toEqual(['code', 'state', 'iss'])
    expect(page.url()).toBe(world.pages.url())
  })

  it.each([
    [
      'Permissions Policy',
      { 'permissions-policy': 'identity-credentials-get=()' },
      'identity-credentials-get',
    ],
    ['Content Security Policy', { 'content-security-policy': "connect-src 'self'" }, 'connect-src'],
  ])('that forbids the dialog by a %s is told which', async (_, headers, subject) => {
    const { page, dialogs } = await openOwn(headers)
    expect(await run(page, 'offer()')).toBe(`SDKError continue-as-forbidden: ${subject}`)
    expect(dialogs.shown).toEqual([])
  })
})
