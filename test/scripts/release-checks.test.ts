/** What keeps a version from being released. */
import { describe, expect, it } from 'vitest'
import { changelogProblem, npmProblem, tagProblem } from '../../scripts/release-checks.mjs'

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

describe('npm', () => {
  it.each(['11.5.1', '11.6.0', '12.0.0'])('%s publishes without a token', (version) => {
    expect(npmProblem(version)).toBeUndefined()
  })

  it.each(['10.9.4', '11.4.2', '11.5.0'])('%s does not', (version) => {
    expect(npmProblem(version)).toContain(`npm ${version} knows no trusted publishing`)
  })
})
