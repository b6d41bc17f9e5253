import { describe } from 'vitest'
import { testRecipe } from '../e2e/support/recipe.ts'
import { startFramework } from './framework.ts'

const bun = startFramework({
  name: 'worker',
  packages: ['bun@1'],
  // So named on every system.
  runtime: 'bun/bin/bun.exe',
  start: ['serve.mjs'],
})

describe('examples/worker on Bun', () => testRecipe(bun))
