/** test/reports/: each file has its command, and the list of them leaves none out. The files that survivors.json excuses are still there. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { SUITES } from '../scripts/suites.mjs'

const list = readFileSync('test/reports/README.md', 'utf8')
const rows = [...list.matchAll(/^\| \[[^\]]+\]\(([^)#]+)[^)]*\) \| `npm run ([^`]+)` \|/gm)].map(
  ([, file = '', command = '']) => ({ file, command }),
)
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'))

/** Whether a command is one of the package, and its long suite is listed. */
const isThere = (command: string) => {
  const [script = '', suite = ''] = command.split(' ')
  return script in scripts && (script !== 'verify' || suite in SUITES)
}

describe('test/reports/README.md', () => {
  it('lists each report, and no other', () => {
    const reports = readdirSync('test/reports').filter((file) => file.endsWith('.md') && file !== 'README.md')
    const listed = rows.map(({ file }) => file).filter((file) => !file.startsWith('..'))
    expect(listed).toEqual(
      reports.sort((one, other) => (one.replace('.md', '') < other.replace('.md', '') ? -1 : 1)),
    )
  })

  it.each(rows)('names the command of $file, and a file that is there', ({ file, command }) => {
    expect(existsSync(`test/reports/${file}`)).toBe(true)
    expect([command, isThere(command)]).toEqual([command, true])
    if (!file.startsWith('..'))
      expect(readFileSync(`test/reports/${file}`, 'utf8')).toContain(`Written by \`npm run ${command}`)
  })
})

describe('test/mutation/survivors.json', () => {
  it('has no reason for a file that is not there any more', () => {
    const files = Object.keys(JSON.parse(readFileSync('test/mutation/survivors.json', 'utf8')))
    expect(files.filter((file) => !existsSync(file))).toEqual([])
  })
})
