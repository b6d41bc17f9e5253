/** Folders that take long to make, while several want one, and some fail. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { madeOnce } from '../../scripts/folders.mjs'

/** A place at which nothing is yet. */
function place() {
  const parent = mkdtempSync(join(tmpdir(), 'portico-folders-'))
  onTestFinished(() => rmSync(parent, { recursive: true }))
  return { parent, folder: join(parent, 'cache/browser') }
}

/** Fills a folder with one file, and does something when half of it is written. */
const filling =
  (text: string, meanwhile: () => unknown = () => {}) =>
  async (draft: string) => {
    const file = join(draft, 'executable')
    writeFileSync(file, 'half')
    await meanwhile()
    writeFileSync(file, text)
  }

const textIn = (folder: string) => readFileSync(join(folder, 'executable'), 'utf8')

it('a folder is not there before it is whole', async () => {
  const { folder } = place()
  const wasThere: boolean[] = []
  const made = madeOnce(
    folder,
    filling('whole', () => wasThere.push(existsSync(folder))),
  )
  expect(await made).toBe(folder)
  expect(wasThere).toEqual([false])
  expect(textIn(folder)).toBe('whole')
})

it('two that make it at once get the one that was whole first, and leave nothing else', async () => {
  const { parent, folder } = place()
  const late = filling('late', () => madeOnce(folder, filling('first')))
  expect(await madeOnce(folder, late)).toBe(folder)
  expect(textIn(folder)).toBe('first')
  expect(readdirSync(join(parent, 'cache'))).toEqual(['browser'])
})

it('one that is there is not made again', async () => {
  const { folder } = place()
  await madeOnce(folder, filling('first'))
  await madeOnce(folder, filling('second'))
  expect(textIn(folder)).toBe('first')
})

it('a failure is told, leaves nothing, and the next one tries again', async () => {
  const { parent, folder } = place()
  const failing = filling('whole', () => Promise.reject(new Error('no network')))
  await expect(madeOnce(folder, failing)).rejects.toThrow('no network')
  expect(readdirSync(join(parent, 'cache'))).toEqual([])
  await madeOnce(folder, filling('whole'))
  expect(textIn(folder)).toBe('whole')
})
