/** What the end of a run says of tests that were left out. */
import { expect, it } from 'vitest'
import { linesOfSkipped } from '../../scripts/progress-reporter.mjs'

it('tests that were left out are counted by their reasons, a line for each', () => {
  expect(linesOfSkipped(['No Firefox.', 'A shell.', 'No Firefox.'])).toEqual([
    'Not run: 2 tests. No Firefox.',
    'Not run: 1 test. A shell.',
  ])
})

it('a run that left nothing out has no such line', () => {
  expect(linesOfSkipped([])).toEqual([])
})
