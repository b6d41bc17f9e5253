/** What keeps a version from being released. */
import { describe, expect, it } from 'vitest'
import { changelogProblem, npmProblem, tagProblem, versionProblem } from '../../scripts/release-checks.mjs'

describe('the changelog', () => {
  it.each([
    '## 1.2.3\n',
    '## 1.2.3 - 2026-01-31\n',
    '# Changelog\n\n## Unreleased\n\n## 1.2.3\n\n## 1.2.2\n',
  ])('speaks of the version: %j', (changelog) => {
    expect(changelogProblem(changelog, '1.2.3')).toBeUndefined()
  })

  it.each([
    ['', 'none'],
    ['## Unreleased\n', 'none'],
    ['## 11.2.3\n', '11.2.3'],
    ['## 1.2.3-rc.1\n', '1.2.3-rc.1'],
    ['## 1.2.4\n\n## 1.2.3\n', '1.2.4'],
    ['## 1.2.3 and more\n', '1.2.3 and more'],
  ])('does not: %j', (changelog, latest) => {
    expect(changelogProblem(changelog, '1.2.3')).toContain(`is "${latest}", and not "1.2.3"`)
  })
})

describe('what waits in the changelog', () => {
  it.each([
    '## Unreleased\n\n- 1.2.3 is near\n',
    '# Changelog\n\n## Unreleased\n\n- New\n\n## 1.2.3\n\n- Old\n',
  ])('is released under no heading of its own: %j', (changelog) => {
    expect(changelogProblem(changelog, '1.2.3')).toBe(
      'changes stand under "Unreleased" in CHANGELOG.md: give them the heading "## 1.2.3"',
    )
  })
})

describe('the tag', () => {
  it('says the version', () => {
    expect(tagProblem(['latest', 'v1.2.3'], '1.2.3')).toBeUndefined()
  })

  it.each([
    [[], 'It has none.'],
    [['v1.2.2', '1.2.3'], 'It has v1.2.2, 1.2.3.'],
  ])('does not: %j', (tags, told) => {
    expect(tagProblem(tags, '1.2.3')).toBe(`the commit has no tag v1.2.3. ${told}`)
  })
})

describe('the packages', () => {
  it('have one version', () => {
    const two = { name: 'two', version: '1.2.3' }
    expect(versionProblem([{ name: 'one', version: '1.2.3' }, two])).toBeUndefined()
    expect(versionProblem([{ name: 'one', version: '1.2.4' }, two])).toBe(
      'one tag releases one version, and one is 1.2.4, two is 1.2.3',
    )
  })
})

describe('npm', () => {
  it.each([
    ['11.5.1', 'publish'],
    ['11.6.0', 'publish'],
    ['12.0.0', 'publish'],
    ['11.15.0', 'stage'],
    ['12.0.0', 'stage'],
  ] as const)('%s releases without a token, by %s', (version, way) => {
    expect(npmProblem(version, way)).toBeUndefined()
  })

  it.each([
    ['10.9.4', 'publish', '`npm publish` without a token: take npm 11.5.1'],
    ['11.5.0', 'publish', '`npm publish` without a token: take npm 11.5.1'],
    ['11.14.9', 'stage', '`npm stage publish` without a token: take npm 11.15.0'],
  ] as const)('%s does not, by %s', (version, way, told) => {
    expect(npmProblem(version, way)).toBe(`npm ${version} is too old for ${told} or newer`)
  })
})
