// The error of a start with options that cannot be used.

/** Thrown at the start. Its message has a line for each problem, with what to do, and holds no secret. */
export class OptionsError extends TypeError {
  override readonly name: string = 'OptionsError'
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(`The session service cannot start:\n${problems.map((problem) => `- ${problem}`).join('\n')}`)
    this.problems = problems
  }
}
