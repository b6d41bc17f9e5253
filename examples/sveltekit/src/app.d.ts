import type { HasSessionSuccessResponse } from 'portico'

declare global {
  namespace App {
    interface Locals {
      /** The reader's; undefined for a stranger. */
      session: HasSessionSuccessResponse | undefined
    }
  }
}
