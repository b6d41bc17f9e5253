/** The documentation's page about the session service: its files and commands, as they stand, with the packages as they are built. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll } from 'vitest'
import { testGuide } from '../session-service/support/guide-walk.ts'

const PACKAGES = {
  portico: '.',
  'portico-session-service': 'session-service',
  'oidc-provider': 'node_modules/oidc-provider',
}

const folder = mkdtempSync(join(tmpdir(), 'my-publisher-'))
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }))

testGuide(() => {
  mkdirSync(join(folder, 'node_modules'))
  for (const [name, path] of Object.entries(PACKAGES))
    symlinkSync(resolve(path), join(folder, 'node_modules', name))
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  return folder
})
