/** Which long suites `npm run verify -- --all` runs, and which it has done. */
import { expect, it } from 'vitest'
import { codeNow, oldSuites } from '../../scripts/suites/records.mjs'

const soak = { file: 'test/reports/soak.md', command: 'npm run verify soak' }
const of = codeNow()

it('a suite that writes a report runs while that is old, whatever this machine has seen', () => {
  const known = { soak: { passed: true, of } }
  expect(oldSuites(['soak'], known, [soak], [soak])).toEqual(['soak'])
  expect(oldSuites(['soak'], {}, [soak], [])).toEqual([])
})

it.each([
  ['never ran here', undefined, true],
  ['has failed', { passed: false, of }, true],
  ['has passed on other code', { passed: true, of: of.replace(/core \w+/, 'core 0000000000') }, true],
  ['has passed in part', { passed: true, of: '' }, true],
  ['has passed on this code', { passed: true, of }, false],
])('a suite without a report that %s', (_, record, isRun) => {
  const known = Object.fromEntries(record ? [['diagnosis', record]] : [])
  expect(oldSuites(['diagnosis'], known, [soak], [soak])).toEqual(isRun ? ['diagnosis'] : [])
})
