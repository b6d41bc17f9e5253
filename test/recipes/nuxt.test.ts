import { describe } from 'vitest'
import { testRecipe } from '../e2e/support/recipe.ts'
import { startFramework } from './framework.ts'

const nuxt = startFramework({
  name: 'nuxt',
  packages: ['nuxt@4'],
  build: ['../node_modules/nuxt/bin/nuxt.mjs', 'build'],
  start: ['.output/server/index.mjs'],
})

describe('examples/nuxt', () => testRecipe(nuxt))
