import { describe } from 'vitest'
import { testRecipe } from '../e2e/support/recipe.ts'
import { startFramework } from './framework.ts'

const NEXT = '../node_modules/next/dist/bin/next'
const next = startFramework({
  name: 'next',
  packages: ['next@16', 'react@19', 'react-dom@19'],
  build: [NEXT, 'build'],
  start: [NEXT, 'start', '--hostname', '127.0.0.1'],
})

describe('examples/next', () => testRecipe(next))
