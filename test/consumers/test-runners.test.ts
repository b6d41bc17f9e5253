/** The recipes for test runners, each in a project that has installed the two tarballs and that runner, as its page says. */
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { npm } from '../../scripts/system/processes.mjs'
import { filesOf } from '../docs/pages.ts'
import { createProject, type Project, ROOT } from '../packaging/project.ts'

const PACKAGES = [
  ...['vitest@4.1.12', 'happy-dom@21.0.4', 'msw@2.15.0', 'typescript@5.9.3'],
  ...['jest@30.5.2', '@jest/globals@30.5.2', '@types/jest@30', '@swc/jest@0.2', '@swc/core@1'],
  ...[
    'react@19.3.1',
    'react-dom@19.3.1',
    '@types/react@19.3.0',
    '@testing-library/react@16',
    '@testing-library/dom@10',
  ],
  ...['storybook@10.6.7', '@storybook/react@10.6.7', '@storybook/react-vite@10.6.7', 'vite@8.3.8'],
  ...['@playwright/test@1.65.1', '@types/node@20'],
]

let project: Project

beforeAll(() => {
  project = createProject(PACKAGES, {})
  const emulator = ['--ignore-scripts', '-w', 'emulator', '--pack-destination', project.folder]
  const [command, ...pack] = npm('pack', '--json', ...emulator)
  const [packed] = JSON.parse(execFileSync(command, pack, { cwd: ROOT, encoding: 'utf8' }))
  const tarball = join(project.folder, packed.filename)
  // Cypress for its types: its program, which a script would download from elsewhere, is not needed for them.
  project.run(...npm('install', '--no-audit', '--no-fund', '--ignore-scripts', tarball, 'cypress@15.3.0'))
})

afterAll(() => project?.remove())

/** Writes what a page shows into a folder of its own, but for some files. */
function write(folder: string, page: string, without: RegExp = /^$/): Record<string, string> {
  const files = filesOf(page)
  for (const [name, code] of Object.entries(files))
    if (!without.test(name)) project.write(`${folder}/${name}`, code)
  return files
}

/** Runs a tool in a folder; gives what it said on both streams, whatever came of it. */
const runIn = (folder: string, command: string) =>
  project.run('sh', '-c', `cd ${folder} && NO_COLOR=1 CI=1 ../node_modules/.bin/${command} 2>&1 || true`)

describe('Vitest', () => {
  it('runs the recipe, and that of MSW', () => {
    write('vitest', 'recipes/test-runners.md')
    expect(runIn('vitest', 'vitest run --root .')).toMatch(/Tests {2}6 passed \(6\)/)
  })

  it('fails where the page is wrong', () => {
    const { 'src/greeting.ts': greeting = '' } = write('wrong', 'recipes/test-runners.md')
    project.write('wrong/src/greeting.ts', greeting.replace('Hello, stranger', 'Hello, you'))
    expect(runIn('wrong', 'vitest run --root .')).toMatch(/Tests {2}2 failed \| 4 passed \(6\)/)
  })

  it('runs the tests of the guide, with one emulator for the run by its global set-up', () => {
    write('guide', 'guide/testing.md')
    expect(runIn('guide', 'vitest run --root .')).toMatch(/Tests {2}6 passed \(6\)/)
  })
})

describe('Jest with its defaults', () => {
  it('finds and runs the recipe', () => {
    write('jest', 'recipes/test-runners.md', /\.test\./)
    project.write('jest/package.json', '{}')
    expect(runIn('jest', 'jest')).toMatch(/Tests: +2 passed, 2 total/)
  })
})

describe('components', () => {
  it('are tested by Testing Library', () => {
    write('components', 'recipes/test-components.md', /stories/)
    expect(runIn('components', 'vitest run --root .')).toMatch(/Tests {2}4 passed \(4\)/)
  })

  it('of the recipe for React are tested with another module in the place of their identity', () => {
    write('recipe', 'recipes/react.md')
    expect(runIn('recipe', 'vitest run --root .')).toMatch(/Tests {2}2 passed \(2\)/)
  })

  it('are shown by Storybook, each story in its state', () => {
    write('stories', 'recipes/test-components.md', /\.test\./)
    project.write(
      'stories/stories.test.tsx',
      `// ${'@vitest-environment'} happy-dom
       import { composeStories } from '@storybook/react'
       import { render, screen } from '@testing-library/react'
       import { expect, it } from 'vitest'
       import * as stories from './src/reader.stories'
       const all = composeStories(stories)
       it.each([['Connected', 'Hello, Ada'], ['LoggedOut', 'Log in'], ['Loading', '…']] as const)('%s', async (name, text) => {
         const Story = all[name]
         const { unmount } = render(<Story />)
         expect(await screen.findByText(text)).toBeTruthy()
         unmount()
       })`,
    )
    expect(runIn('stories', 'vitest run --root .')).toMatch(/Tests {2}3 passed \(3\)/)
  })
})

describe('the types of each runner', () => {
  const FLAGS =
    '--noEmit --strict --skipLibCheck --target es2022 --module preserve --moduleResolution bundler --jsx react-jsx'
  const typesOf = (folder: string, types: string, files: string) =>
    runIn(folder, `tsc ${FLAGS} --types ${types} ${files}`)

  it('agree with the recipes for Node', () => {
    expect(typesOf('vitest', 'node,jest', 'src/*.ts src/__mocks__/*.ts src/__tests__/*.ts')).toBe('')
    expect(typesOf('stories', 'node', 'src/*.tsx')).toBe('')
    expect(typesOf('guide', 'node', '*.ts')).toBe('')
  })

  it('agree with the recipes for browsers, Cypress’ commands among them', () => {
    write('browsers', 'recipes/test-browsers.md')
    expect(typesOf('browsers', 'node', 'playwright.config.ts tests/*.ts')).toBe('')
    expect(typesOf('browsers', 'cypress', 'cypress/*/*.ts')).toBe('')
    expect(typesOf('browsers', 'cypress,node', 'cypress.config.ts')).toBe('')
  })
})
