/**
 * SECURITY.md names the test of each promise; this holds it to the names. And what is promised of the sources, rather
 * than of what they do.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { SUITES } from '../../scripts/suites/list.mjs'

const policy = readFileSync('SECURITY.md', 'utf8')
const named = [...policy.matchAll(/`(test\/[\w/.-]+\.test\.ts)`/g)].map(([, path]) => path as string)

describe('SECURITY.md', () => {
  it('says how to report', () => {
    expect(policy).toMatch(/private security advisory/)
    expect(policy).toMatch(/security@[\w.]+/)
  })

  it.each([...new Set(named)])('names a test that is there: %s', (path) => {
    expect(existsSync(path)).toBe(true)
  })

  it('names commands that are there, and where they write what they saw', () => {
    const suites = [...policy.matchAll(/`npm run verify ([\w-]+)`/g)].map(([, name]) => name as string)
    expect(suites.length).toBeGreaterThan(5)
    expect(Object.keys(SUITES)).toEqual(expect.arrayContaining(suites))
    const results = [...policy.matchAll(/`(test\/reports\/[\w-]+\.md)`/g)].map(([, path]) => path as string)
    expect(results).toHaveLength(5)
    for (const path of results) expect(readFileSync(path, 'utf8')).toMatch(/^Written by `npm run [\w -]+`/m)
  })

  it.each(['test/security', 'test/properties'])('leaves out no test of %s', (folder) => {
    const files = readdirSync(folder).filter((file) => file.endsWith('.test.ts') && file !== 'policy.test.ts')
    expect(files.length).toBeGreaterThan(0)
    expect(files.filter((file) => !named.includes(`${folder}/${file}`))).toEqual([])
  })

  it('speaks of the dependencies that are shipped, and of no others', () => {
    const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
    const [, list = ''] = /dependencies are shipped: (.*?), by caret range/.exec(policy) ?? []
    expect([...list.matchAll(/`(\w+)`/g)].map(([, name]) => name)).toEqual(Object.keys(dependencies))
    for (const version of Object.values(dependencies)) expect(version).toMatch(/^\^\d+\.\d+\.\d+$/)
  })
})

describe('text of a server', () => {
  it('meets nothing in the sources that would parse or run it', () => {
    const sinks =
      /innerHTML|outerHTML|insertAdjacentHTML|document\.write|createContextualFragment|DOMParser|srcdoc|\beval\b|\bFunction\(|set(Timeout|Interval)\(\s*['"`]|\.setAttribute\(/
    expect('element.innerHTML = text').toMatch(sinks)
    for (const folder of ['core', 'plugins', 'presets'])
      for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
        if (file.endsWith('.ts'))
          expect(readFileSync(`${folder}/${file}`, 'utf8'), `${folder}/${file}`).not.toMatch(sinks)
  })
})
