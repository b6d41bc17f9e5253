/** `npm start`: the emulator and its demo sites, built and running. Arguments go on to the emulator. */
import { spawn } from 'node:child_process'
import { build, installDependencies, ROOT } from './prepare.mjs'

installDependencies()
build()

const emulator = spawn(process.execPath, ['emulator/dist/cli.mjs', ...process.argv.slice(2)], {
  cwd: ROOT,
  stdio: 'inherit',
})
// Ctrl-C reaches the emulator too; this process waits for it to finish its work.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => emulator.kill(signal))
emulator.on('exit', (code) => process.exit(code ?? 1))
