/** Large scripts of other people on pages, in the browser that this run is for. */
import { join } from 'node:path'
import { describe } from 'vitest'
import { BROWSER } from '../../e2e/support/browser.ts'
import { testScripts } from '../pages/tests.ts'
import { LARGE_SCRIPTS } from './scripts.ts'

describe(`in ${BROWSER}`, () => testScripts(BROWSER, join(import.meta.dirname, 'scripts'), LARGE_SCRIPTS))
