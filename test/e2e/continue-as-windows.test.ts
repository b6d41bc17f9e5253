/**
 * "Continue as" where the browser says who asks, by a button, and in windows of the account service. A headless shell shows none of
 * these.
 */
import { describe, expect, it } from 'vitest'
import { OTHER, openOther } from './support/continue-as.ts'
import { by, events, sees } from './support/demo.ts'
import { needsWholeBrowser } from './support/whole-browser.ts'
import { useWorld } from './support/world.ts'

// No other browser has it.
const world = useWorld('block', 'chromium', { whole: true })
needsWholeBrowser(world)

describe('a reader who is logged in at the account service', () => {
  it.each(['offer-to-continue', 'continue-as'])(
    'is logged in on a site that they never visited, by one click in the dialog, without a page of the account service (%s)',
    async (button) => {
      const { page, dialogs } = await openOther(world)
      const hosts: string[] = []
      page.on('framenavigated', (frame) => hosts.push(new URL(frame.url()).hostname))
      await by(page, button).click()
      const dialog = await dialogs.next()
      expect(dialog.dialogType).toBe('AccountChooser')
      expect(dialog.title).toContain('other.localhost')
      expect(dialog.accounts).toMatchObject([{ name: 'Ingrid S.', loginState: 'SignUp' }])
      await dialogs.choose(dialog)
      await sees(page, 'user-name', 'Ingrid S.')
      await sees(page, 'status', 'connected')
      expect(await events(page)).toContain('login')
      expect(hosts).toEqual([OTHER])
    },
  )
})

describe('two offers', () => {
  it('are one, unless the later one is by a button', async () => {
    const { page, dialogs } = await openOther(world)
    await page.evaluate(() => {
      const { demoIdentity } = window as unknown as {
        demoIdentity: { continueAs(o: object): Promise<object> }
      }
      const first = demoIdentity.continueAs({ state: 'first' })
      Object.assign(window, { both: Promise.all([first, demoIdentity.continueAs({ state: 'second' })]) })
    })
    await dialogs.next()
    await by(page, 'continue-as').click()
    const later = await dialogs.next()
    const both = await page.evaluate(() => (window as unknown as { both: Promise<unknown> }).both)
    expect(both).toEqual([{ outcome: 'unavailable' }, { outcome: 'unavailable' }])
    await dialogs.choose(later)
    await sees(page, 'user-name', 'Ingrid S.')
  })
})

describe('the account service', () => {
  it('may ask once more in a window of its own', async () => {
    const { page, dialogs } = await openOther(world)
    world.emulator.setFaults({ fedcm: 'continue-on' })
    await by(page, 'continue-as').click()
    const [popup] = await Promise.all([
      page.context().waitForEvent('page'),
      dialogs.next().then((dialog) => dialogs.choose(dialog)),
    ])
    await by(popup, 'fedcm-agree').click()
    await sees(page, 'user-name', 'Ingrid S.')
  })

  it('lets a reader log in whom the browser believes to be logged in, and the dialog goes on', async () => {
    const { page, dialogs } = await openOther(world)
    // The session has ended without the browser being told.
    await page.context().clearCookies({ domain: 'account.localhost' })
    await by(page, 'offer-to-continue').click()
    const dialog = await dialogs.next()
    expect(dialog.dialogType).toBe('ConfirmIdpLogin')
    const [popup] = await Promise.all([
      page.context().waitForEvent('page'),
      dialogs.press(dialog, 'ConfirmIdpLoginContinue'),
    ])
    await by(popup, 'user-matti').click()
    const again = await dialogs.next()
    expect(again.accounts.map(({ name }) => name)).toEqual(['Matti V.'])
    await dialogs.choose(again)
    await sees(page, 'user-name', 'Matti V.')
  })
})
