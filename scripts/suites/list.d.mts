/** A long suite: a program of its own, or tests. */
interface Suite {
  says: string
  program?: string
  projects?: string[]
  files?: string[]
  browsers?: string[]
  debian?: Record<string, string>
}

/** The long suites, by their names. */
export declare const SUITES: Record<string, Suite>
