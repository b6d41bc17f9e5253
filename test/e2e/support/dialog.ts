/** The browser's own dialog for a login (FedCM), by the browser's protocol for tests. */
import type { CDPSession, Page } from 'playwright-core'
import type { World } from './world.ts'

/** A dialog that the browser shows. */
export interface Dialog {
  readonly dialogId: string
  readonly dialogType:
    | 'AccountChooser'
    | 'AutoReauthn'
    | 'ConfirmIdpLogin'
    | 'ConfirmIdpLoginContinue'
    | 'Error'
  readonly accounts: readonly { readonly name: string; readonly email: string; readonly loginState: string }[]
  readonly title: string
}

const LONGEST_MS = 15_000

/** What a test does with the dialogs of a page. */
export interface Dialogs {
  /** All that were shown. */
  readonly shown: readonly Dialog[]
  /** The next one that is shown, or one that was shown already and that nobody has taken. */
  next(): Promise<Dialog>
  /** Chooses the first account. */
  choose(dialog: Dialog): Promise<void>
  /** Closes it, as a reader does, and the browser does not ask again soon. */
  dismiss(dialog: Dialog): Promise<void>
  /** Presses the button of a dialog that is about something else than accounts. */
  press(dialog: Dialog, button: 'ConfirmIdpLoginContinue' | 'ErrorGotIt' | 'ErrorMoreDetails'): Promise<void>
  /** Ends the time in which the browser does not ask again. */
  resetCooldown(): Promise<void>
}

/** Has a page's dialogs answered by the test. Refusals come at once, which browsers otherwise delay. */
export async function takeDialogs({ browser }: Pick<World, 'browser'>, page: Page): Promise<Dialogs> {
  const session: CDPSession = await browser.newCDPSession(page)
  const shown: Dialog[] = []
  const untaken: Dialog[] = []
  const waiting: ((dialog: Dialog) => void)[] = []
  session.on('FedCm.dialogShown', (event) => {
    const dialog = event as unknown as Dialog
    shown.push(dialog)
    const take = waiting.shift()
    if (take) take(dialog)
    else untaken.push(dialog)
  })
  await session.send('FedCm.enable', { disableRejectionDelay: true })
  await session.send('FedCm.resetCooldown')
  return {
    shown,
    next() {
      const known = untaken.shift()
      if (known) return Promise.resolve(known)
      return new Promise((resolve, reject) => {
        const late = setTimeout(() => reject(new Error('the browser has shown no dialog')), LONGEST_MS)
        waiting.push((dialog) => {
          clearTimeout(late)
          resolve(dialog)
        })
      })
    },
    choose: async ({ dialogId }) =>
      void (await session.send('FedCm.selectAccount', { dialogId, accountIndex: 0 })),
    dismiss: async ({ dialogId }) =>
      void (await session.send('FedCm.dismissDialog', { dialogId, triggerCooldown: true })),
    press: async ({ dialogId }, dialogButton) =>
      void (await session.send('FedCm.clickDialogButton', { dialogId, dialogButton })),
    resetCooldown: async () => void (await session.send('FedCm.resetCooldown')),
  }
}
