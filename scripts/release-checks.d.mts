export function changelogProblem(changelog: string, version: string): string | undefined
export function tagProblem(tags: string[], version: string): string | undefined
