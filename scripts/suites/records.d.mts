interface Run {
  passed: boolean
  /** What the suite was about; empty where a part of it ran. */
  of: string
}
interface Report {
  file: string
  command: string
}

export function codeNow(): string
export function oldSuites(
  names: string[],
  known?: { [name: string]: Run },
  all?: Report[],
  old?: Report[],
): string[]
