// The error of a start with options that cannot be used.

/** Thrown at the start. Its message has a line for each problem, with what to do, and holds no secret. */
export class OptionsError extends TypeError {
  override readonly name: string = 'OptionsError'
  readonly problems: readonly string[]

  /** @param what cannot be done */
  constructor(problems: readonly string[], what = 'The session service cannot start') {
    super(`${what}:\n${problems.map((problem) => `- ${problem}`).join('\n')}`)
    this.problems = problems
  }
}
