import { describe } from 'vitest'
import { testRecipe } from '../e2e/support/recipe.ts'
import { startWorker } from './support/worker-site.ts'

const bun = startWorker({
  packages: ['bun@1'],
  // So named on every system.
  program: 'bun/bin/bun.exe',
  start: ['serve.mjs'],
})

describe('examples/worker on Bun', () => testRecipe(bun))
