/** The sites of `examples/` that need no more than is installed here; the others are tried by `npm run verify recipes`. */
import { describe } from 'vitest'
import { startProgram, testRecipe } from './support/recipe.ts'

describe('examples/hono', () => testRecipe(startProgram(['examples/hono/server.mjs'])))

describe('examples/express', () => testRecipe(startProgram(['examples/express/server.mjs'])))
