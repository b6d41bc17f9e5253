import type { Session } from 'portico'

declare global {
  namespace App {
    interface Locals {
      /** The reader's; undefined for an anonymous reader. */
      session: Session | undefined
    }
  }
}
