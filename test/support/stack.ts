/** The file and the line at which the stack of an error begins: `page.ts:12`. */
export const firstLineOf = (error: unknown): string | undefined =>
  /^\s+at .*?([\w.-]+:\d+):\d+\)?$/m.exec(`${(error as Error).stack}`)?.[1]
