// JSON that was kept in a row.

/** What it says; undefined when it is damaged, as if the row were not there. */
export function fromJson(text: unknown): unknown {
  try {
    return JSON.parse(String(text))
  } catch {
    return undefined
  }
}
