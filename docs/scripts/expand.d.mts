/** A page with all that is to stand in it. @throws naming a comment that nobody knows */
export function expand(markdown: string): string
