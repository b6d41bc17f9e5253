/** The storage of a page of a soak. */

/** Its keys; none where it is denied. */
export const keys = (): string[] => {
  try {
    return Object.keys(sessionStorage)
  } catch {
    return []
  }
}
/** Those of the library that hold an answer, or the mark of a refresh. */
export const ours = (): string[] => keys().filter((key) => /^portico\..*\.(session|refresh)$/.test(key))

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
