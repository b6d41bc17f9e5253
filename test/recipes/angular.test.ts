import { describe } from 'vitest'
import { testPage } from '../e2e/support/one-page.ts'
import { walk } from './support/walk.ts'

const angular = walk('angular', '24')

describe('examples/angular, as its README starts it', () =>
  testPage('angular', angular.start('Start the site')))

describe('examples/angular, with zone.js', () => testPage('angular-zone', angular.start('With zone.js')))
