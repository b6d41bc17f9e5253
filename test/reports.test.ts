/** reports/: each file has its command, and the list of them leaves none out. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const list = readFileSync('reports/README.md', 'utf8')
const rows = [...list.matchAll(/^\| \[[^\]]+\]\(([^)#]+)[^)]*\) \| `npm run ([\w:]+)[^`]*` \|/gm)].map(
  ([, file = '', command = '']) => ({ file, command }),
)
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'))

describe('reports/README.md', () => {
  it('lists each report, and no other', () => {
    const reports = readdirSync('reports').filter((file) => file.endsWith('.md') && file !== 'README.md')
    const listed = rows.map(({ file }) => file).filter((file) => !file.startsWith('..'))
    expect(listed).toEqual(
      reports.sort((one, other) => (one.replace('.md', '') < other.replace('.md', '') ? -1 : 1)),
    )
  })

  it.each(rows)('names the command of $file, and a file that is there', ({ file, command }) => {
    expect(existsSync(`reports/${file}`)).toBe(true)
    expect(Object.keys(scripts)).toContain(command)
    if (!file.startsWith('..'))
      expect(readFileSync(`reports/${file}`, 'utf8')).toContain(`Written by \`npm run ${command}`)
  })
})
