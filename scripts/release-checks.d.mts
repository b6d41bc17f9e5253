export function changelogProblem(changelog: string, version: string): string | undefined
export function tagProblem(tags: string[], version: string): string | undefined

/** Why this npm cannot publish without a token; nothing when it can. */
export function npmProblem(version: string): string | undefined
