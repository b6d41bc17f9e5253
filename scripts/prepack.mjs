/**
 * What npm runs before it packs the library, or with `emulator` the emulator: a package without its build is of no use. Standard
 * output is npm's alone, since `npm pack --json` and `--silent` are read by programs.
 */
import { buildEmulator, buildLibrary, installDependencies } from './prepare.mjs'

console.log = console.error
await installDependencies()
await buildLibrary()
if (process.argv[2] === 'emulator') await buildEmulator()
