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

/** Since then npm knows trusted publishing. */
const NPM = [11, 5, 1]

/** Why this npm cannot publish without a token; nothing when it can. */
export function npmProblem(version) {
  const given = version.split('.').map(Number)
  const index = NPM.findIndex((number, place) => number !== given[place])
  if (index < 0 || given[index] > NPM[index]) return undefined
  return `npm ${version} knows no trusted publishing: take npm ${NPM.join('.')} or newer, as Node 24 has it`
}
