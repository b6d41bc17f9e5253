import { describe } from 'vitest'
import { testRecipe } from '../e2e/support/recipe.ts'
import { startFramework } from './framework.ts'

const worker = startFramework({
  name: 'worker',
  packages: ['miniflare@4', 'esbuild@0.27'],
  start: ['start.mjs'],
})

describe('examples/worker', () => testRecipe(worker))
