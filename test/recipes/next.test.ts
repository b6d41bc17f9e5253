import { beforeAll, describe } from 'vitest'
import { testPage } from '../e2e/support/one-page.ts'
import { testPresenceCookie } from '../e2e/support/presence-cookie.ts'
import { testRecipe } from '../e2e/support/recipe.ts'
import { testJoined } from './support/joined.ts'
import { testPaidArticle } from './support/paid-article.ts'
import { testRoutes } from './support/routes.ts'
import { walk } from './support/walk.ts'

const next = walk('next')

describe('examples/next, as its README starts it', () => testRoutes(next.start('Start the site')))

describe('examples/next, built', () => {
  const built = next.start('Build it')
  testRecipe(built)
  testPresenceCookie(built)
  testRoutes(built)
  testPaidArticle(built)
  testPage('next', built, { hasServer: true })
  testJoined(built)
})

describe('examples/next, built with cacheComponents', () => {
  beforeAll(() => {
    next.run("sed -i.before 's/poweredByHeader: false/&, cacheComponents: true/' next.config.ts")
  })
  testRoutes(next.start('Build it'))
})
