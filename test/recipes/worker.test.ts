import { describe } from 'vitest'
import { startProgram, testRecipe } from '../e2e/support/recipe.ts'

describe('examples/worker', () => testRecipe(startProgram(['examples/worker/start.mjs'])))
