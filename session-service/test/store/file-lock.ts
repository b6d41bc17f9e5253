// Another program that writes to the file of a store.

import { spawn } from 'node:child_process'
import { once } from 'node:events'

const PROGRAM = `
  const db = new (require('libsql'))(process.argv[1], { timeout: 5000 })
  db.exec('BEGIN IMMEDIATE')
  console.log('held')
  process.stdin.on('end', () => db.exec('ROLLBACK')).resume()
`

/** Holds the file's lock in a process of its own. @returns what lets go of it */
export async function holdFile(file: string): Promise<() => Promise<void>> {
  const child = spawn(process.execPath, ['-e', PROGRAM, file], {
    cwd: import.meta.dirname,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  await Promise.race([once(child.stdout, 'data'), exited.then(() => Promise.reject(new Error('no lock')))])
  return async () => {
    child.stdin.end()
    await exited
  }
}
