/** The storage of a page of a soak. */

/** Its keys; none where it is denied. */
export const keys = (): string[] => {
  try {
    return Object.keys(sessionStorage)
  } catch {
    return []
  }
}

const NAMES = /^portico\..*\.(session|refresh|tabs)$/

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

/** What stands for all tabs, in a word: when the user changed, to whom, until when others know, and until when nobody asks. */
export function sharedWord(view: Record<string, string | null>): string {
  const entryOf = (name: string) => Object.entries(view).find(([key]) => key.endsWith(name))?.[1]
  const [changedAt = '0', who = '', freshUntil] = entryOf('.tabs1')?.split(',') ?? []
  const pause = JSON.parse(entryOf('.pause') ?? 'null')
  return `${changedAt} ${who} ${freshUntil || 0} ${pause?.value.retryAt ?? '-'}`
}
