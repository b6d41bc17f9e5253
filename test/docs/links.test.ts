/** What README.md links to is there, and so is each section of the protocol page that a comment cites. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { slugOf } from '../../docs/scripts/slug.mjs'
import { source } from './pages.ts'

const FOLDERS = [
  'core',
  'plugins',
  'presets',
  'bindings',
  'server',
  'devtools',
  'session-service/src',
  'emulator/src',
]

it('README has links to files and headings that exist', () => {
  const headingsIn = (file: string) =>
    [...readFileSync(file, 'utf8').matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => slugOf(heading))
  const links = [...readFileSync('README.md', 'utf8').matchAll(/\]\(([^)]+)\)/g)].map(([, link = '']) => link)
  const dead = links.filter((link) => {
    const [file = '', anchor] = link.split('#')
    if (file && !existsSync(file)) return true
    return anchor !== undefined && !headingsIn(file || 'README.md').includes(anchor)
  })
  expect(links.length).toBeGreaterThan(10)
  expect(dead).toEqual([])
})

it('the protocol has each section that a comment cites by its number', () => {
  const protocol = source('reference/protocol.md')
  const numbers = [...protocol.matchAll(/^#+ .*section (\d+(?:\.\d+)?):/gim)].map(([, number]) => number)
  const texts = FOLDERS.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => readFileSync(`${folder}/${file}`, 'utf8').replaceAll(/\s*\n\s*(?:\*|\/\/)?\s*/g, ' ')),
  )
  // Sections of other documents stand behind their names.
  const cited = texts.flatMap((text) => [
    ...text.matchAll(/(?:(RFC|OpenID)[^.;()]{0,60})?\bsection (\d+(?:\.\d+)?)/gi),
  ])
  const own = cited.filter(([, other]) => !other).map(([, , number]) => number)
  expect(own.length).toBeGreaterThan(20)
  expect(own.filter((number) => !numbers.includes(number))).toEqual([])
})
