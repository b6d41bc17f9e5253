import { describe } from 'vitest'
import { testPage } from '../e2e/support/one-page.ts'
import { testJoined } from './support/joined.ts'
import { walk } from './support/walk.ts'

const angular = walk('angular', '24')

describe('examples/angular, as its README starts it', () => {
  const started = angular.start('Start the site')
  testPage('angular', started)
  testJoined(started, { hasServer: false })
})

describe('examples/angular, with zone.js', () => testPage('angular-zone', angular.start('With zone.js')))
