export function changelogProblem(changelog: string, version: string): string | undefined
export function tagProblem(tags: string[], version: string): string | undefined

/** Why the packages are no release of one version; nothing when they are. */
export function versionProblem(manifests: { name: string; version: string }[]): string | undefined

/** Why this npm cannot release in this way; nothing when it can. */
export function npmProblem(version: string, way: 'publish' | 'stage'): string | undefined
