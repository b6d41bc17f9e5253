/** The sites of `examples/` that need no more than is installed here; the others are tried by `npm run verify recipes`. */
import { describe } from 'vitest'
import { testPresenceCookie } from './support/presence-cookie.ts'
import { startProgram, testRecipe } from './support/recipe.ts'

describe.each(['hono', 'express'])('examples/%s', (name) => {
  const start = startProgram([`examples/${name}/server.mjs`])
  testRecipe(start)
  testPresenceCookie(start)
})
