declare namespace App {
  interface Locals {
    /** The reader's; undefined for an anonymous reader. */
    session: import('portico').Session | undefined
  }
}
