/**
 * Keeps the recording while the tab goes from page to page.
 * Storage: `portico.devtools.log` of the tab, lines without values.
 */
import { pageLeaves } from '../../core/kernel/page.ts'
import type { Observation } from './observation.ts'
import { quietly } from './observe-hook.ts'
import { type Entry, KINDS, SOURCES } from './recorder.ts'
import { timelineText } from './timeline-text.ts'

const LOG_KEY = 'portico.devtools.log'
const DAY_MS = 86_400_000

const isOneOf = <T>(all: readonly T[], value: unknown): value is T => all.includes(value as T)

/** An entry as it was kept; undefined for what this library has not written. */
function readEntry(kept: unknown, shown: (text: string) => string): Entry | undefined {
  const { at, kind, source, text } = Object(kept)
  const isRecent = Number.isSafeInteger(at) && Math.abs(Date.now() - at) < DAY_MS
  const isText = typeof text === 'string' && shown(text) === text
  if (isRecent && isText && isOneOf(KINDS, kind) && isOneOf(SOURCES, source)) return { id: 0, at, kind, source, text }
}

/** Restores the recording of the page before, and keeps this one for the page after. */
export function keepRecording({ kernel, recorder }: Observation): void {
  const { window, options } = kernel
  const shown = timelineText(options)
  quietly(() => {
    const kept: unknown = JSON.parse(window.sessionStorage.getItem(LOG_KEY) ?? '[]')
    if (!Array.isArray(kept)) return
    recorder.restore(kept.map((entry) => readEntry(entry, shown)).filter((entry) => entry !== undefined))
  })
  pageLeaves(kernel, () => {
    quietly(() => window.sessionStorage.setItem(LOG_KEY, JSON.stringify(recorder.entries)))
  })
}
