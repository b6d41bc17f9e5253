/** docs/reference/protocol.md: what comments cite of it is there. */
import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { source } from './pages.ts'

const ROOMS = [
  ...['core', 'plugins', 'presets', 'bindings', 'server', 'devtools'],
  ...['session-service/src', 'emulator/src'],
]

/** The numbers of a part of the page. */
const numbersOf = (part: string) =>
  [
    ...source('reference/protocol.md').matchAll(new RegExp(`^#+ ${part}section (\\d+(?:\\.\\d+)?):`, 'gim')),
  ].map(([, number = '']) => number)
const SECTIONS = numbersOf('')
const WIRE = numbersOf('wire contract, ')
const SERVICE = numbersOf('session service, ')

/** Sections that a text cites: which document's, and their numbers. */
function citedIn(text: string): { document: string; numbers: string[] }[] {
  // A comment goes on in the next line.
  const flowed = text.replaceAll(/\s*\n\s*(?:\*|\/\/)?\s*/g, ' ')
  const cited =
    /((?:RFC|OpenID Connect|wire contract|session service’s contract)[^.;()]{0,40}? )?\bsections? (\d+(?:\.\d+)*(?:(?:, | and )\d+(?:\.\d+)*)*)/gi
  return [...flowed.matchAll(cited)].map(([, document = '', numbers = '']) => ({
    document: document.trim(),
    numbers: numbers.split(/, | and /),
  }))
}

const isOfOthers = (document: string) => /^(RFC|OpenID)/i.test(document)
const isThere = (document: string, number: string) => {
  if (/^wire contract/i.test(document)) return WIRE.includes(number)
  if (/^session service/i.test(document)) return SERVICE.includes(number)
  return SECTIONS.includes(number)
}

it('has each section that a comment cites', () => {
  const files = ROOMS.flatMap((room) =>
    readdirSync(room, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.(ts|svelte)$/.test(file))
      .map((file) => `${room}/${file}`),
  )
  const cited = files.flatMap((file) =>
    citedIn(readFileSync(file, 'utf8')).flatMap(({ document, numbers }) =>
      isOfOthers(document) ? [] : numbers.map((number) => ({ file, document, number })),
    ),
  )
  expect(cited.length).toBeGreaterThan(20)
  expect(cited.filter(({ document, number }) => !isThere(document, number))).toEqual([])
})

it('tells its own sections from those of other documents', () => {
  expect(citedIn('// See the wire contract,\n// sections 2 and 3. By section 2.2.')).toEqual([
    { document: 'wire contract,', numbers: ['2', '3'] },
    { document: '', numbers: ['2.2'] },
  ])
  expect(citedIn('(RFC 6265bis, section 4.1.3.2) and (OpenID Connect Core, section 5.4)')).toEqual([
    { document: 'RFC 6265bis,', numbers: ['4.1.3.2'] },
    { document: 'OpenID Connect Core,', numbers: ['5.4'] },
  ])
  expect(isThere('wire contract,', '4.2') && isThere('', '2.6')).toBe(true)
  expect(isThere('wire contract,', '2.6') || isThere('', '8.1')).toBe(false)
})
