/** The page on the session service's log has each line that the service writes, and each reason that it can give by itself. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { errors } from 'jose'
import * as oauth from 'oauth4webapi'
import { describe, expect, it } from 'vitest'
import { source } from './pages.ts'

const SOURCES = 'session-service/src'
const page = source('guide/log.md')
/** What stands as code in the first cells of the page's tables. */
const rows = new Set(
  [...page.matchAll(/^\| (`[^|]*)\|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([^`]+)`/g)].map(([, word = '']) => word),
  ),
)
const isThere = (word: string): boolean => rows.has(word)

const code = (folder: string): string =>
  readdirSync(join(SOURCES, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.includes('contract'))
    .map((file) => readFileSync(join(SOURCES, folder, file), 'utf8'))
    .join('\n')

/** The words that a pattern finds in the sources. */
function wordsIn(text: string, pattern: RegExp): string[] {
  const found = [...text.matchAll(pattern)].flatMap(([, ...words]) =>
    words.filter((word) => word !== undefined),
  )
  expect(found.length).toBeGreaterThan(3)
  return [...new Set(found)]
}

describe('the page on the log', () => {
  it('has each line, with its level', () => {
    const lines = wordsIn(
      readFileSync(join(SOURCES, 'command/log.ts'), 'utf8'),
      /^ {2}'?([\w-]+)'?: '(?:debug|info|warn|error)'/gm,
    )
    expect(lines.filter((line) => !isThere(line))).toEqual([])
    for (const [, line, level] of page.matchAll(/^\| `([\w-]+)` \| (debug|info|warn|error) \|/gm))
      expect(readFileSync(join(SOURCES, 'command/log.ts'), 'utf8')).toMatch(
        new RegExp(`^ {2}'?${line}'?: '${level}'`, 'm'),
      )
  })

  it.each([
    [
      'the service',
      '.',
      /(?:code|reason)(?: =|:) '([\w-]+)'|LogoutTokenRefused\('([\w-]+)'\)|refuse\('([\w-]+)'\)/g,
    ],
    ['a login', 'login', /return '((?:request|invalid|unsupported)_\w+)'|fail\(c, \w+, '\w+', '([\w-]+)'\)/g],
    ['the way to the provider', 'provider', /refused\('([a-z_]+)'\)|code = '([\w-]+)'/g],
    ['PostgreSQL', 'store', /^ {2}\[\/.*, '([\w-]+)'\],$|code: '([\w-]+)'/gm],
  ])('has each reason of %s', (_what, folder, pattern) => {
    expect(wordsIn(code(folder), pattern).filter((word) => !isThere(word))).toEqual([])
  })

  it('has each code of the libraries by which the service asks the provider, and reads its tokens', () => {
    const ofLogin = Object.values(oauth).filter(
      (value) => typeof value === 'string' && value.startsWith('OAUTH_'),
    )
    // Nothing is encrypted to the service.
    const ofTokens = Object.values(errors).flatMap(({ code }) => (code.startsWith('ERR_JWE') ? [] : code))
    expect(ofLogin.length).toBeGreaterThan(10)
    expect([...ofLogin, ...ofTokens].filter((word) => !isThere(String(word)))).toEqual([])
  })
})
