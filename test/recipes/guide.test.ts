/**
 * The guide of the session service, walked by its own commands: from a clone and an empty folder to readers on two domains, with what npm
 * installs. The run says how long that takes. `npm run test:all` walks it with the packages as they are built.
 */
import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { INSTALL } from '../session-service/support/guide.ts'
import { testGuide } from '../session-service/support/guide-walk.ts'

/** npm may have to fetch all that the repository needs. */
const INSTALL_MS = 900_000

const base = mkdtempSync(join(tmpdir(), 'portico-guide-'))
afterAll(() => rmSync(base, { recursive: true, force: true, maxRetries: 10 }))

/** A clone, with what is not committed yet. */
function clone(): void {
  const files = execFileSync('git', ['ls-files', '-z'], { encoding: 'utf8' })
  for (const file of files.split('\0').filter(Boolean)) cpSync(file, join(base, 'portico', file))
}

testGuide(() => {
  clone()
  const began = performance.now()
  execFileSync('sh', ['-ec', INSTALL], { cwd: base, stdio: 'pipe' })
  console.log(`Packed and installed in ${Math.round((performance.now() - began) / 1000)} s`)
  return join(base, 'my-publisher')
}, INSTALL_MS)
