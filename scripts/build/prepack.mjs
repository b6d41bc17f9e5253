/**
 * What npm runs before it packs the library, or the workspace that is named: a package without its build is of no use. Standard
 * output is npm's alone, since `npm pack --json` and `--silent` are read by programs.
 */
import { buildEmulator, buildLibrary, buildSessionService, installDependencies } from './prepare.mjs'

console.log = console.error
await installDependencies()
await buildLibrary()
if (process.argv[2] === 'session-service') await buildSessionService()
if (process.argv[2] === 'emulator') await buildEmulator()
