import { describe, it } from 'vitest'
import { testPage } from '../e2e/support/one-page.ts'
import { testPresenceCookie } from '../e2e/support/presence-cookie.ts'
import { testRecipe } from '../e2e/support/recipe.ts'
import { testJoined } from './support/joined.ts'
import { testRoutes } from './support/routes.ts'
import { walk } from './support/walk.ts'

const sveltekit = walk('sveltekit', '24')

it('examples/sveltekit has the types that svelte-check wants', () => {
  sveltekit.run('npm run check')
})

describe('examples/sveltekit, as its README starts it', () => testRoutes(sveltekit.start('Start the site')))

describe('examples/sveltekit, built', () => {
  const built = sveltekit.start('Build it')
  testRecipe(built)
  testPresenceCookie(built)
  testRoutes(built)
  testPage('sveltekit', built, { hasServer: true })
  testJoined(built)
})
