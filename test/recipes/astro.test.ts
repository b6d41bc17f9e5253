import { describe, it } from 'vitest'
import { testPage } from '../e2e/support/one-page.ts'
import { testPresenceCookie } from '../e2e/support/presence-cookie.ts'
import { testRecipe } from '../e2e/support/recipe.ts'
import { testJoined } from './support/joined.ts'
import { testRoutes } from './support/routes.ts'
import { walk } from './support/walk.ts'

const astro = walk('astro', '24')

it('examples/astro has the types that astro check wants', () => {
  astro.run('npm run check')
})

describe('examples/astro, as its README starts it', () => testRoutes(astro.start('Start the site')))

describe('examples/astro, built', () => {
  const built = astro.start('Build it')
  testRecipe(built)
  testPresenceCookie(built)
  testRoutes(built)
  testPage('astro', built, { hasServer: true })
  testJoined(built)
})
