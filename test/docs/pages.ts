/** The pages of the documentation, and the samples in them. */
import { readFileSync } from 'node:fs'
import { fileOf, WRITTEN } from '../../docs/scripts/pages.mjs'

export interface Sample {
  /** The page's file, beside docs/. */
  page: string
  language: string
  /** What the fence says it is named; undefined for most. */
  name: string | undefined
  /** Line of the page on which the code begins. */
  line: number
  code: string
}

/** The file of each page that people wrote. */
export const FILES: readonly string[] = ['index.md', ...WRITTEN.map(fileOf)]

/** A page as it stands in the repository. */
export const source = (file: string): string => readFileSync(`docs/${file}`, 'utf8')

/** Line of the text on which an index is, from 1. */
const lineAt = (text: string, index: number) => text.slice(0, index).split('\n').length

/** The samples of a markdown text, but for files that it shows as they stand for a framework: the recipes' tests run those. */
export function samplesOf(page: string, markdown: string): Sample[] {
  return [...markdown.matchAll(/^```(\w+)(?: \[([^\n]+?)\])?\n(.*?)^```$/gms)].map(
    ({ index, 1: language = '', 2: name, 3: code = '' }) => ({
      page,
      language,
      name,
      line: lineAt(markdown, index) + 1,
      code,
    }),
  )
}

/** The samples of all pages. */
export const SAMPLES: readonly Sample[] = FILES.flatMap((file) => samplesOf(file, source(file)))

/** The files of one page, by name: what a reader has who follows it. */
export const filesOf = (page: string): Record<string, string> =>
  Object.fromEntries(
    SAMPLES.filter((sample) => sample.page === page && sample.name).map(({ name, code }) => [name, code]),
  )

/** The files that a page shows as they stand, by name: no sample of ours runs or compiles them. */
export const filesAsTheyStand = (page: string): Record<string, string> =>
  Object.fromEntries(
    [...source(page).matchAll(/^```\w+ \[([^\n]+?)\] as-it-stands\n(.*?)^```$/gms)].map(
      ([, name = '', code = '']) => [name, code],
    ),
  )
