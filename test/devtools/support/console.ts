/** Listens to a page's console. */
import type { BrowserWindow } from '../../../core/index.ts'

/** What is written to the console of a window from now on. All findings are, also those that are silent in a test. */
export function listen(window: BrowserWindow, findings: 'on' | 'automatic' = 'on'): string[] {
  const lines: string[] = []
  const write = (line: string) => void lines.push(line)
  Object.defineProperty(window, 'console', {
    value: { debug: write, log: write, info: write, warn: write, error: write },
    configurable: true,
  })
  if (findings === 'on') Object.assign(window, { porticoFindings: 'on' })
  return lines
}

/** The findings that lines of the console name. */
export const idsIn = (lines: readonly string[]): (string | undefined)[] =>
  lines.map((line) => /^portico: ([a-z-]+)\. /.exec(line)?.[1])
