/** Scripts of other people on pages with the script-tag build: in the browser that this run is for, and in Firefox. */
import { join } from 'node:path'
import { describe } from 'vitest'
import { BROWSER } from '../../e2e/support/browser.ts'
import { SCRIPTS } from './scripts.ts'
import { testScripts } from './tests.ts'

const FOLDER = join(import.meta.dirname, 'scripts')

describe(`in ${BROWSER}`, () => testScripts(BROWSER, FOLDER, SCRIPTS))

if (BROWSER !== 'firefox') describe('in firefox', () => testScripts('firefox', FOLDER, SCRIPTS))
