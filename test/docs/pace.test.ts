/** The times that a guide names for its reader, against what there is to read, to copy and to type. */
import { expect, it } from 'vitest'
import { source } from './pages.ts'

const WORDS_A_MINUTE = 200
/** A sample, with its fences. */
const SAMPLE = /^```.*?^```$/gms
/** To copy a file, or to open a terminal and give it a command. */
const MINUTES_EACH = 0.5
/** While npm installs, for which a machine and its network take as long as they do. */
const INSTALL_MINUTES = 4

function minutesOf(chapter: string): number {
  const samples = chapter.match(SAMPLE) ?? []
  const prose = chapter.replaceAll(SAMPLE, '')
  const words = prose.split(/\s+/).filter(Boolean).length
  const commands = samples
    .filter((sample) => sample.startsWith('```sh'))
    .flatMap((sample) => sample.split('\n').slice(1, -1))
  const files = samples.filter((sample) => /^```\w+ \[/.test(sample))
  const installs = commands.some((command) => command.includes('npm install'))
  return (
    words / WORDS_A_MINUTE +
    (files.length + commands.length) * MINUTES_EACH +
    (installs ? INSTALL_MINUTES : 0)
  )
}

it('the walk to a login, and the one to a second domain, take a quarter of an hour each', () => {
  const page = source('guide/session-service.md')
  expect(page).toContain(
    'Plan a quarter of an hour for the login, and as much for [a second domain and a paid article]',
  )
  for (const title of ['From an empty folder to a login', 'A second domain, and a paid article']) {
    const chapter = page.split(/^## /m).find((text) => text.startsWith(title)) ?? ''
    const minutes = minutesOf(chapter)
    console.log(`${title}: ${Math.ceil(minutes)} minutes`)
    expect(minutes).toBeGreaterThan(1)
    expect(minutes).toBeLessThanOrEqual(15)
  }
})
