import { describe, it } from 'vitest'
import { testPage } from '../e2e/support/one-page.ts'
import { testPresenceCookie } from '../e2e/support/presence-cookie.ts'
import { testRecipe } from '../e2e/support/recipe.ts'
import { testJoined } from './support/joined.ts'
import { testRoutes } from './support/routes.ts'
import { walk } from './support/walk.ts'

const nuxt = walk('nuxt', '24')

it('examples/nuxt has the types that vue-tsc wants', () => {
  nuxt.run('npm run check')
})

describe('examples/nuxt, as its README starts it', () => testRoutes(nuxt.start('Start the site')))

describe('examples/nuxt, built', () => {
  const built = nuxt.start('Build it')
  testRecipe(built)
  testPresenceCookie(built)
  testRoutes(built)
  testPage('nuxt', built, { hasServer: true })
  testJoined(built)
})
