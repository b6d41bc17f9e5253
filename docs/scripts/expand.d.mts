/**
 * A page with all that is to stand in it.
 *
 * @param page its path in the repository; `docs/index.md` unless given
 * @throws naming a comment that nobody knows
 */
export function expand(markdown: string, page?: string): string
