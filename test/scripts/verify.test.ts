/** `npm run verify`: what it lists, and what it refuses. */
import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { SUITES } from '../../scripts/suites.mjs'

/** Runs the command; gives its exit code and all that it prints. */
const verify = (...args: string[]) =>
  new Promise<{ code: unknown; output: string }>((resolve) => {
    execFile(process.execPath, ['scripts/verify.mjs', ...args], (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, output: stdout + stderr }),
    )
  })

it('lists every long suite, and when it ran last', async () => {
  const { code, output } = await verify()
  expect(code).toBe(0)
  for (const [name, { says }] of Object.entries(SUITES))
    expect(output).toMatch(
      new RegExp(`^${name} +${says.replaceAll('.', '\\.')}\\n +(never ran here|passed|FAILED)`, 'm'),
    )
})

it('refuses a name that is none, and lists those that there are', async () => {
  const { code, output } = await verify('soaks')
  expect(code).toBe(1)
  expect(output).toContain('There is no suite of this name: soaks')
  expect(output).toContain('npm run verify <name>')
})

it.each(Object.entries(SUITES))('knows the program of %s', (_, { program }) => {
  expect(existsSync(program)).toBe(true)
})

it('is one of at most twelve npm scripts that somebody runs: npm itself runs prepack', () => {
  const { prepack, ...scripts } = JSON.parse(readFileSync('package.json', 'utf8')).scripts
  expect(prepack).toBeDefined()
  expect(Object.keys(scripts)).toContain('verify')
  expect(Object.keys(scripts).length).toBeLessThanOrEqual(12)
})
