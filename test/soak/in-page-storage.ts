/** The storage of a page of a soak. */

/** Its keys; none where it is denied. */
export const keys = (): string[] => {
  try {
    return Object.keys(sessionStorage)
  } catch {
    return []
  }
}

const NAMES = /^portico\..*\.(session|refused|refresh|pause|not-before)$/

/** Those of the library. */
export const ours = (): string[] => keys().filter((key) => NAMES.test(key))

/** The names that the library keeps something under. */
export const names = (): string[] => ours().map((key) => NAMES.exec(key)?.[1] ?? '')

/** Takes all the room that is left, down to a few characters. */
export function fill(): void {
  sessionStorage.clear()
  let count = 0
  for (let size = 4_000_000; size >= 1; size >>= 1) {
    try {
      for (;;) sessionStorage.setItem(`${count++}`, 'x'.repeat(size))
    } catch {
      // Half as much, then.
    }
  }
}

/**
 * What stands for all tabs, in a word: when the user changed, and to whom; until when a tab may be on its way to the logout page, and
 * until when nobody asks.
 */
export function sharedWord(view: Record<string, string | null>): string {
  const entryOf = (name: string) =>
    JSON.parse(Object.entries(view).find(([key]) => key.endsWith(name))?.[1] ?? 'null')
  const { changedAt, user } = entryOf('.tabs2.mark')?.value ?? { changedAt: 0, user: '' }
  const until = [entryOf('.tabs2.leaving')?.expiresAt, entryOf('.pause')?.value.retryAt]
  return [changedAt, user, ...until.map((time) => time ?? '-')].join(' ')
}
