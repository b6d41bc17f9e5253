/** The tables of the documentation, held against the declarations of the built package: a row for everything, and for nothing else. */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { source } from './pages.ts'
import { namesOf } from './typescript.ts'

/** Text under a heading of a page, up to the next heading. */
function under(page: string, heading: string): string {
  const lines = source(page).split('\n')
  const start = lines.findIndex((line) => /^#+ /.test(line) && line.replace(/^#+ /, '') === heading)
  if (start < 0) throw new Error(`docs/${page} has no heading "${heading}"`)
  const length = lines.slice(start + 1).findIndex((line) => /^#+ /.test(line))
  return lines.slice(start + 1, length < 0 ? undefined : start + 1 + length).join('\n')
}

/** First cells of the tables under a heading, in alphabetical order: the name that each begins with. */
const rowsUnder = (page: string, heading: string): string[] =>
  [...under(page, heading).matchAll(/^\| `([^`(]+)/gm)].map(([, name = '']) => name).sort()

const TABLES: readonly [page: string, heading: string, names: string][] = [
  ['reference/options.md', 'Options of Identity', 'keyof IdentityOptions'],
  ['reference/options.md', 'Options of an Environment', 'keyof Environment'],
  ['reference/options.md', 'LoginOptions', 'keyof LoginOptions'],
  ['guide/widget.md', 'Options of showSimplifiedLoginWidget', 'keyof SimplifiedLoginWidgetOptions'],
  ['guide/cache.md', 'Options of enableCacheCookie', 'keyof CacheCookieOptions'],
  ['guide/sessions.md', 'What a session holds', 'keyof Session'],
  ['guide/events.md', 'All events', 'keyof IdentityEvents'],
  ['reference/plugins.md', 'Plugins', "keyof typeof import('portico/plugins')"],
  ['reference/plugins.md', 'Options of a transport', 'keyof TransportOptions'],
  ['reference/hooks.md', 'Hooks', 'keyof AsyncHooks | keyof SyncHooks'],
  ['reference/hooks.md', 'Each member of the kernel', 'keyof Kernel'],
  ['reference/events.md', 'Measured', 'keyof Measured'],
  ['reference/methods.md', 'The user', 'keyof UserApi'],
  ['reference/methods.md', 'Account pages', 'keyof AccountPagesApi'],
  ['reference/methods.md', 'Status', 'keyof StatusApi'],
  ['reference/methods.md', 'Access', 'keyof AccessApi'],
  ['reference/methods.md', 'Payment', 'keyof PaymentApi'],
  ['reference/methods.md', 'Events', 'keyof Events'],
  ['reference/server.md', 'LoginClient', 'keyof LoginClient'],
  ['reference/server.md', 'RelayPageOptions', 'keyof RelayPageOptions'],
]

const lists = namesOf(
  Object.fromEntries(TABLES.map(([, , names], index) => [`List${index}`, names])),
  `import type { CacheCookieOptions, Environment, Session, IdentityEvents,
     IdentityOptions, LoginOptions, SimplifiedLoginWidgetOptions } from 'portico'
   import type { AsyncHooks, Events, Kernel, SyncHooks } from 'portico/core'
   import type { AccessApi, AccountPagesApi, Measured, PaymentApi, StatusApi, TransportOptions, UserApi } from 'portico/plugins'
   import type { RelayPageOptions } from 'portico/relay'
   import type { LoginClient } from 'portico/server'`,
)

describe('the tables of the documentation', () => {
  it.each(TABLES.map(([page, heading], index) => [page, heading, index] as const))(
    'have a row for everything, and for nothing else: %s, %s',
    (page, heading, index) => {
      const names = lists[`List${index}`]
      expect(names?.length).toBeGreaterThan(1)
      expect(rowsUnder(page, heading)).toEqual(names)
    },
  )

  it('have a row for each entry of the package', () => {
    const entries = Object.keys(JSON.parse(readFileSync('package.json', 'utf8')).exports)
    const names = entries
      // Those of compat with the ending of a file lead to the same: the account-sdk-browser has no exports.
      .filter((entry) => entry !== './package.json' && !entry.endsWith('.js'))
      .map((entry) => entry.replace('.', 'portico'))
    expect(rowsUnder('ways.md', 'Imports')).toEqual(names.sort())
  })
})
