import { describe } from 'vitest'
import { testRecipe } from '../e2e/support/recipe.ts'
import { testJoined } from './support/joined.ts'
import { startWorker } from './support/worker-site.ts'

const worker = startWorker({
  packages: ['miniflare@4', 'esbuild@0.27'],
  start: ['start.mjs'],
})

describe('examples/worker', () => {
  testRecipe(worker)
  testJoined(worker)
})
