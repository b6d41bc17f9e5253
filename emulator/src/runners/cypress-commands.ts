// The commands for Cypress, imported by its support file: `import 'portico-emulator/cypress/commands'`. They run in the browser.

import type { Faults, SessionFault } from '../control/faults.ts'
import type { StorageState } from '../control/log-in-as.ts'

/** As much of Cypress as is used: this package does not need it. */
interface Chain<T> {
  then<Next>(run: (value: T) => Next): Chain<Next>
}

interface Cy {
  task<T>(name: string, given: unknown, options?: { log?: boolean }): Chain<T>
  setCookie(name: string, value: string, options: object): Chain<unknown>
}

interface CypressGlobals {
  readonly Cypress: { Commands: { add(name: string, run: (given: never) => unknown): void } }
  readonly cy: Cy
}

declare global {
  namespace Cypress {
    // biome-ignore lint/suspicious/noExplicitAny: as Cypress declares it
    interface Chainable<Subject = any> {
      /** Logs a test user in, without a page being visited. */
      loginAs(username: string): Chainable<void>
      /** Makes something go wrong, until it is `none`. */
      fault(wanted: SessionFault | Partial<Faults>): Chainable<Faults>
    }
  }
}

const SAME_SITE = { Strict: 'strict', Lax: 'lax', None: 'no_restriction' } as const

/** Adds the commands `loginAs` and `fault`. */
export function addCommands({ Cypress, cy }: CypressGlobals): void {
  Cypress.Commands.add('loginAs', (username: string) =>
    // what the task answers is secret enough to be kept out of the log
    cy.task<StorageState>('portico:loginAs', username, { log: false }).then(({ cookies }) => {
      for (const { name, value, domain, path, expires, httpOnly, secure, sameSite } of cookies)
        cy.setCookie(name, value, {
          ...{ domain, path, httpOnly, secure, hostOnly: !domain.startsWith('.'), log: false },
          sameSite: SAME_SITE[sameSite],
          ...(expires > 0 && { expiry: expires }),
        })
    }),
  )
  Cypress.Commands.add('fault', (wanted: SessionFault | Partial<Faults>) =>
    cy.task<Faults>('portico:fault', typeof wanted === 'string' ? { session: wanted } : wanted),
  )
}

const globals = globalThis as unknown as Partial<CypressGlobals>
// in a browser under Cypress; anywhere else, importing this does nothing
if (globals.Cypress !== undefined && globals.cy !== undefined) addCommands(globals as CypressGlobals)
