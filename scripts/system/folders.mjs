/** Temporary folders, and folders that take long to make. */
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

const folders = new Set()

function remove(folder) {
  folders.delete(folder)
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
}

process.on('exit', () => {
  for (const folder of folders) remove(folder)
})

/** Does something in a temporary folder, which is gone afterwards, also when this process is interrupted. */
export async function inFolder(work, parent = tmpdir()) {
  const folder = mkdtempSync(join(parent, 'portico-'))
  folders.add(folder)
  try {
    return await work(folder)
  } finally {
    remove(folder)
  }
}

/**
 * Gives a folder that is there as a whole or not at all: no other process sees it half made, and one that is interrupted leaves none.
 *
 * @param {string} folder
 * @param {(draft: string) => Promise<void>} make fills the folder, under another name. It is not called if the folder is there
 * @returns the folder
 */
export async function madeOnce(folder, make) {
  if (existsSync(folder)) return folder
  mkdirSync(dirname(folder), { recursive: true })
  try {
    await inFolder(async (draft) => {
      await make(draft)
      renameSync(draft, folder)
    }, dirname(folder))
  } catch (error) {
    // Unless another process has made it meanwhile.
    if (!existsSync(folder)) throw error
  }
  return folder
}
