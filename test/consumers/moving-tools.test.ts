/**
 * What a site has besides its bundler when it moves over: Jest and Vitest, each told by the lines that the documentation
 * gives, over the two installed packages.
 */
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createProject, type Project } from '../packaging/project.ts'

const TOOLS = [
  '@schibsted/account-sdk-browser@5.1.1',
  'jest@30.5.2',
  'jest-environment-jsdom@30.5.2',
  'vitest@4.1.12',
]

const MOVING = readFileSync('docs/moving.md', 'utf8')

/** A sample of the documentation, by what it has in it. */
function sampleWith(text: string): string {
  const samples = [...MOVING.matchAll(/```\w+[^\n]*\n(.*?)```/gs)].map(([, sample = '']) => sample)
  return samples.find((sample) => sample.includes(text)) ?? ''
}

let project: Project

beforeAll(() => {
  project = createProject(TOOLS, {})
})

afterAll(() => project?.remove())

/** Runs a tool in a folder of the project; gives what it said, whatever came of it. */
const runIn = (folder: string, command: string) =>
  project.run('sh', '-c', `cd ${folder} && NO_COLOR=1 CI=1 ../node_modules/.bin/${command} 2>&1 || true`)

/** A test of a site, which says whose classes it was given. */
const test = (imports: string) => `
  ${imports}
  const shared = { clientId: 'c', redirectUri: 'https://www.site.example/', sessionDomain: 'https://id.site.example' }
  const isOurs = (instance) => typeof instance.dispose === 'function'
  test('by the package', () => {
    expect([Identity, Monetization, Payment].map((Class) => isOurs(new Class(shared)))).toEqual([true, true, true])
  })
  test('by its paths', () => {
    expect([one.Identity, two.Monetization, three.Payment]).toEqual([Identity, Monetization, Payment])
  })
  test('asks by a stub of fetch', async () => {
    window.fetch = async () => ({ ok: true, status: 200, json: async () => ({ result: true, userId: 7, expiresIn: 60 }) })
    expect(await new Identity(shared).getUserId()).toBe(7)
  })
`
const NAMES = ['one', 'two', 'three']
const SUBPATHS = ['identity', 'monetization', 'payment'].map(
  (path) => `@schibsted/account-sdk-browser/${path}`,
)

describe('Jest', () => {
  it('leads a site’s own tests over, by the moduleNameMapper of the documentation', () => {
    project.write('jest/package.json', '{}')
    project.write(
      'jest/jest.config.mjs',
      sampleWith('moduleNameMapper').replace('{', "{ testEnvironment: 'jsdom',"),
    )
    const requires = SUBPATHS.map((path, index) => `const ${NAMES[index]} = require('${path}')`).join('\n')
    const classes = "const { Identity, Monetization, Payment } = require('@schibsted/account-sdk-browser')"
    project.write('jest/site.test.js', test(`${classes}\n${requires}`))
    expect(runIn('jest', 'jest')).toMatch(/Tests: +3 passed, 3 total/)
  })
})

describe('Vitest', () => {
  it('leads a site’s own tests over, by the alias of vite.config.ts in the documentation', () => {
    project.write(
      'vitest/vite.config.mjs',
      sampleWith("from 'vite'").replace(/^import .*$/m, 'const defineConfig = (config) => config'),
    )
    const imports = SUBPATHS.map((path, index) => `import * as ${NAMES[index]} from '${path}'`).join('\n')
    const classes = "import { Identity, Monetization, Payment } from '@schibsted/account-sdk-browser'"
    const page =
      "globalThis.window = Object.assign(new EventTarget(), globalThis, { location: new URL('https://www.site.example/'), setTimeout, clearTimeout })"
    project.write(
      'vitest/site.test.mjs',
      test(`import { expect, test } from 'vitest'\n${classes}\n${imports}\n${page}`),
    )
    expect(runIn('vitest', 'vitest run --root .')).toMatch(/Tests +3 passed \(3\)/)
  })
})
