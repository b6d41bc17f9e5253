/** Projects of CommonJS, and what tests them: `require` in Node, and Jest with nothing set. */
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createProject, type Project } from '../packaging/project.ts'

const JEST = ['jest@30.5.2', 'jest-environment-jsdom@30.5.2']

/** Entries that are modules, and neither scripts for pages alone nor for what needs a package that is not installed here. */
const ENTRIES = Object.keys(JSON.parse(readFileSync('package.json', 'utf8')).exports)
  .filter((entry) => !/script|json|react|vue|svelte|msw/.test(entry))
  .map((entry) => entry.replace('.', 'portico'))

/** A function `ask` that knows the reader over a window of its own. */
const ASK = `
  const { Identity } = require('portico')
  const window = {
    location: { href: 'https://www.site.example/' },
    fetch: async () => new Response(JSON.stringify({ result: true, userId: 7 })),
    AbortController, Headers, Response, TextDecoder, setTimeout, clearTimeout,
  }
  const options = {
    clientId: 'c', sessionDomain: 'https://id.site.example', redirectUri: 'https://www.site.example/', window,
  }
  const ask = () => new Identity(options).getUserId()
  const wrong = () => new Identity({ ...options, sessionDomain: 'htps://id.site.example' })
`

let project: Project

/** Runs Jest on one file, with a window or without; gives what it said. */
function jest(environment: 'node' | 'jsdom', code: string): string {
  project.write('page.test.js', `/** @jest-environment ${environment} */\n${code}`)
  // Jest says everything on the error stream.
  return project.run('sh', '-c', 'node_modules/.bin/jest 2>&1 || true')
}

beforeAll(() => {
  project = createProject(JEST, {})
})

afterAll(() => project?.remove())

describe('a CommonJS project', () => {
  it('requires each entry, and hears no warning', () => {
    project.write(
      'page.js',
      `process.on('warning', ({ message }) => console.log(message))
       for (const entry of ${JSON.stringify(ENTRIES)}) console.log(entry, Object.keys(require(entry)).length > 0)`,
    )
    const lines = project.run(process.execPath, 'page.js').trimEnd().split('\n')
    expect(lines).toEqual(ENTRIES.map((entry) => `${entry} true`))
  })

  it('runs', () => {
    project.write(
      'page.js',
      `${ASK}; ask().then((id) => { try { wrong() } catch (error) { console.log(id, error.message) } })`,
    )
    expect(project.run(process.execPath, 'page.js')).toBe('7 option-invalid: sessionDomain\n')
  })
})

describe('Jest with its defaults', () => {
  it('loads each entry', () => {
    const said = jest(
      'node',
      `test.each(${JSON.stringify(ENTRIES)})('%s', (entry) => expect(Object.keys(require(entry))).not.toEqual([]))`,
    )
    expect(said).toContain(`Tests:       ${ENTRIES.length} passed, ${ENTRIES.length} total`)
  })

  it('runs, with messages for developers', () => {
    const said = jest(
      'node',
      `${ASK}
       test('asks', async () => expect(await ask()).toBe('7'))
       test('says what is wrong', () => expect(wrong).toThrow('"htps://id.site.example"'))`,
    )
    expect(said).toContain('Tests:       2 passed, 2 total')
  })

  it('runs in the window of jsdom, which has no fetch', () => {
    const said = jest(
      'jsdom',
      `const { Identity } = require('portico')
       const identity = new Identity({
         clientId: 'c', sessionDomain: 'https://id.site.example', redirectUri: 'https://www.site.example/',
       })
       test('is registered', () => expect(window.schIdentity).toBe(identity))
       test('makes addresses', () => expect(identity.loginUrl({ state: 's' })).toContain('/oauth/authorize?'))
       test('knows nobody', async () => expect(await identity.isLoggedIn()).toBe(false))`,
    )
    expect(said).toContain('Tests:       3 passed, 3 total')
  })

  it('replaces it by a mock', () => {
    const said = jest(
      'node',
      `jest.mock('portico')
       const { Identity } = require('portico')
       test('mocks', () => {
         new Identity({ clientId: 'c' })
         expect(Identity).toHaveBeenCalledWith({ clientId: 'c' })
       })`,
    )
    expect(said).toContain('Tests:       1 passed, 1 total')
  })
})
