/** What the samples use of Cypress' globals. */
declare const beforeEach: (run: () => void) => void
declare const it: (title: string, run: () => void) => void
declare const cy: Record<'task' | 'loginAs' | 'fault' | 'visit' | 'contains', (given: string) => void>
declare namespace Cypress {
  function on(event: string, handler: (page: Window) => void): void
  function env(name: string): unknown
}
