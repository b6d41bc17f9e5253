/** The sites that need no more than is installed here; those on a framework are in files of their own. */
import { describe } from 'vitest'
import { startProgram } from '../e2e/support/recipe.ts'
import { startVitePage } from '../e2e/support/vite-page.ts'
import { testJoined } from './support/joined.ts'

describe.each(['hono', 'express'])('examples/%s', (name) =>
  testJoined(startProgram([`examples/${name}/server.mjs`])),
)

describe('examples/vite, with the page on React', () =>
  testJoined(startVitePage('react'), { hasServer: false }))
