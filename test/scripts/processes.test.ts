/** Programs that the commands run: in folders of any name, and none left behind. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { execute, npm, ROOT, tool } from '../../scripts/processes.mjs'

const PROCESSES = pathToFileURL(join(ROOT, 'scripts/processes.mjs')).href

/** A script in a folder whose name has a blank and a letter beyond ASCII. */
function script(code: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'portico läs mig '))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'a script.mjs')
  writeFileSync(file, code)
  return file
}

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

it('gives what a quiet program printed, and how it ended', async () => {
  const file = script(
    'console.log(process.argv[2], process.env.GREETING); console.error("!"); process.exitCode = 3',
  )
  const { status, output } = await execute([process.execPath, file, 'a b'], {
    env: { GREETING: 'hej då' },
    quiet: true,
  })
  expect({ status, lines: output.split('\n').sort() }).toEqual({ status: 3, lines: ['', '!', 'a b hej då'] })
})

it('runs npm and the tools of packages without a shell', async () => {
  expect(await execute(npm('--version'), { quiet: true })).toMatchObject({
    status: 0,
    output: expect.stringMatching(/^\d+\.\d+\.\d+$/m),
  })
  expect(await execute(tool('typescript/bin/tsc', '--version'), { quiet: true })).toMatchObject({ status: 0 })
})

it('says so when there is no such program', async () => {
  await expect(execute(['no-such-program'], { quiet: true })).rejects.toThrow(/ENOENT/)
})

const SLEEPER = 'setInterval(() => {}, 1000); console.log(process.pid)'

/** A script that runs another one for as long as it lives, after some lines of its own. */
const keeper = (before: string, file: string) => `
  import { endWithNpm, execute } from ${JSON.stringify(PROCESSES)}
  ${before}
  await execute([process.execPath, ${JSON.stringify(file)}])
`

interface Started {
  outer: ChildProcess
  /** The id of the innermost program, which says it in a line. */
  inner: number
  /** What the process has written as errors. */
  said(): string
}

async function start(file: string, env = {}): Promise<Started> {
  const outer = spawn(process.execPath, [file], {
    env: { ...process.env, npm_lifecycle_event: '', ...env },
  })
  let said = ''
  outer.stderr.on('data', (text) => {
    said += text
  })
  const [line] = await once(createInterface({ input: outer.stdout }), 'line')
  const inner = Number(line)
  onTestFinished(() => {
    outer.kill('SIGKILL')
    if (isAlive(inner)) process.kill(inner, 'SIGKILL')
  })
  expect(isAlive(inner)).toBe(true)
  return { outer, inner, said: () => said }
}

// Windows tells a single program nothing, and all programs of a console at once that Ctrl+C was pressed.
it.skipIf(process.platform === 'win32').each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('ends what it runs when it is told to end itself, by %s', async (signal, code) => {
  const { outer, inner } = await start(script(keeper('', script(SLEEPER))))
  outer.kill(signal)
  outer.kill(signal)
  expect(await once(outer, 'exit')).toEqual([code, null])
  expect(isAlive(inner)).toBe(false)
})

it('ends with a program that fails, and takes along what runs beside it', async () => {
  const fails = script('process.stdin.on("end", () => process.exit(3)).resume()')
  const { outer, inner, said } = await start(
    script(`
      import { execute, run } from ${JSON.stringify(PROCESSES)}
      execute([process.execPath, ${JSON.stringify(script(SLEEPER))}])
      await run([process.execPath, ${JSON.stringify(fails)}])
    `),
  )
  outer.stdin?.end()
  expect(await once(outer, 'close')).toEqual([3, null])
  expect(said()).toMatch(/^\nFailed: .*a script\.mjs\n$/)
  await expect.poll(() => isAlive(inner), { timeout: 20_000 }).toBe(false)
}, 30_000)

it('ends with npm when npm is killed, and takes along what it runs', async () => {
  const command = script(keeper('endWithNpm()', script(SLEEPER)))
  const { outer, inner } = await start(script(keeper('', command)), { npm_lifecycle_event: 'start' })
  outer.kill('SIGKILL')
  await expect.poll(() => isAlive(inner), { timeout: 20_000 }).toBe(false)
}, 30_000)
