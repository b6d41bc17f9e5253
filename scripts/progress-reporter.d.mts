export function linesOfSkipped(reasons: readonly string[]): string[]
