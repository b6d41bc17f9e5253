// The buttons that offer to continue in the browser's own dialog, and what came of it in words.

import type { Identity } from 'portico'
import type { ContinueAsMode, ContinueAsResult, FedcmApi } from 'portico/plugins'
import type { LoginStates } from './login-states.ts'
import { view } from './view.ts'

const MEANINGS: Readonly<Record<ContinueAsResult['outcome'], string>> = {
  connected: 'connected: the page is on its way with the code.',
  dismissed:
    'dismissed: the dialog was closed, nobody is logged in at the account service, or the browser does not ask again so soon. It does not tell which.',
  unavailable: 'unavailable: there is nothing to ask by, or the account service refused.',
}

export function offerToContinue(identity: Identity & FedcmApi, states: LoginStates): void {
  async function offer(mode: ContinueAsMode): Promise<void> {
    try {
      const { outcome } = await identity.continueAs({ state: () => states.next(), mode })
      // what was handed out was sent to the account service
      if (outcome !== 'connected') states.refill()
      view.showContinueAs(MEANINGS[outcome])
    } catch (error) {
      view.showContinueAs(`${error}`)
    }
  }

  view.onClick('continue-as', () => offer('active'))
  view.onClick('offer-to-continue', () => offer('passive'))
  view.onClick('disconnect', async () => {
    const isEnded = await identity.disconnect()
    view.showContinueAs(isEnded ? 'The connection has ended.' : 'There was no connection.')
  })
}
