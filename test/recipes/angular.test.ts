import { describe } from 'vitest'
import { testPage } from '../e2e/support/one-page.ts'
import { testPresenceCookie } from '../e2e/support/presence-cookie.ts'
import { testRecipe } from '../e2e/support/recipe.ts'
import { testJoined } from './support/joined.ts'
import { testRoutes } from './support/routes.ts'
import { walk } from './support/walk.ts'

const angular = walk('angular', '24')

describe('examples/angular, as its README starts it', () => {
  const started = angular.start('Start the site')
  testPage('angular', started)
  testJoined(started, { hasServer: false })
})

describe('examples/angular, with zone.js', () => testPage('angular-zone', angular.start('With zone.js')))

const ssr = walk('angular-ssr', '24')

describe('examples/angular-ssr, as its README starts it', () => testRoutes(ssr.start('Start the site')))

describe('examples/angular-ssr, built', () => {
  const built = ssr.start('Build it')
  testRecipe(built)
  testPresenceCookie(built)
  testRoutes(built)
  testPage('angular-ssr', built, { hasServer: true })
  testJoined(built)
})
