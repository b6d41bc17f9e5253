declare namespace App {
  interface Locals {
    /** The reader's; undefined for a stranger. */
    session: import('portico').Session | undefined
  }
}
