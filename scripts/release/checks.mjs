/** What must be true of a version before it is released, told from texts alone. */

/** Why the changelog does not speak of this version; nothing when it does, under a heading of exactly its name. */
export function changelogProblem(changelog, version) {
  const [, waiting = ''] = /^## Unreleased\s*\n([\s\S]*?)(?=^## |(?![\s\S]))/m.exec(changelog) ?? []
  // It would be released, and stand under no version.
  if (waiting.trim())
    return `changes stand under "Unreleased" in CHANGELOG.md: give them the heading "## ${version}"`
  const headings = [...changelog.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading.trim())
  const [latest] = headings.filter((heading) => heading !== 'Unreleased')
  // A date may follow, and nothing else: 0.1.0 is no heading of 0.1.0-rc.1, nor of 10.1.0.
  const [, named] = /^(\S+)(?: - \d{4}-\d{2}-\d{2})?$/.exec(latest ?? '') ?? []
  if (named === version) return undefined
  return `the first version in CHANGELOG.md is "${latest ?? 'none'}", and not "${version}": give its changes the heading "## ${version}"`
}

/** Why the commit may not be published as this version; nothing when its tag says the version. */
export function tagProblem(tags, version) {
  if (tags.includes(`v${version}`)) return undefined
  const others = tags.length ? `It has ${tags.join(', ')}.` : 'It has none.'
  return `the commit has no tag v${version}. ${others}`
}

/** Why the packages are no release of one version; nothing when they are. */
export function versionProblem(manifests) {
  const told = manifests.map(({ name, version }) => `${name} is ${version}`)
  return new Set(manifests.map(({ version }) => version)).size > 1
    ? `one tag releases one version, and ${told.join(', ')}`
    : undefined
}

/** Since then npm knows each way: publishing by the trust in a job, without a token, and a stage where a version waits for a person. */
const NPM = { publish: [11, 5, 1], stage: [11, 15, 0] }

/** Why this npm cannot release in this way; nothing when it can. */
export function npmProblem(version, way) {
  const given = version.split('.').map(Number)
  const index = NPM[way].findIndex((number, place) => number !== given[place])
  if (index < 0 || given[index] > NPM[way][index]) return undefined
  return `npm ${version} is too old for \`npm ${way === 'stage' ? 'stage publish' : 'publish'}\` without a token: take npm ${NPM[way].join('.')} or newer`
}
