import { expect, it } from 'vitest'
import type { BrowserWindow } from '../../core/options.ts'
import { isHidden } from '../../plugins/shared/visibility.ts'

it.each([
  ['is seen', { document: { visibilityState: 'visible' } }, false],
  ['is hidden', { document: { visibilityState: 'hidden' } }, true],
  ['has no document', {}, false],
])('a page that %s is hidden or not', (_, window, expected) => {
  expect(isHidden(window as BrowserWindow)).toBe(expected)
})
