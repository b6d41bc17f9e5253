import { describe } from 'vitest'
import { testRecipe } from '../e2e/support/recipe.ts'
import { startFramework } from './framework.ts'

const sveltekit = startFramework({
  name: 'sveltekit',
  packages: [
    '@sveltejs/kit@2',
    '@sveltejs/adapter-node@5',
    '@sveltejs/vite-plugin-svelte@6',
    'svelte@5',
    'vite@7',
  ],
  build: ['../node_modules/vite/bin/vite.js', 'build'],
  start: ['build'],
})

describe('examples/sveltekit', () => testRecipe(sveltekit))
