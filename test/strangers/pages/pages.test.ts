/** Scripts of other people on pages with the script-tag build: in the browser that this run is for, and in Firefox, where there is one. */
import { join } from 'node:path'
import { describe } from 'vitest'
import { findFirefox } from '../../../scripts/browsers.mjs'
import { BROWSER } from '../../e2e/support/browser.ts'
import { SCRIPTS } from './scripts.ts'
import { testScripts } from './tests.ts'

const FOLDER = join(import.meta.dirname, 'scripts')

describe(`in ${BROWSER}`, () => testScripts(BROWSER, FOLDER, SCRIPTS))

if (BROWSER !== 'firefox') {
  const none = findFirefox() === undefined
  if (none) process.stderr.write('Not run: the pages of strangers in Firefox, since this machine has none.\n')
  describe.skipIf(none)('in firefox', () => testScripts('firefox', FOLDER, SCRIPTS))
}
