/** Programs that tests start. */
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'

/** Settles when a program says what it is waited for, with what was found. Rejects when it ends before, with all that it has said. */
export function whenSaid(child: ChildProcess, wanted: RegExp): Promise<RegExpExecArray> {
  let output = ''
  return new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => {
        output += text
        const found = wanted.exec(output)
        if (found) resolve(found)
      })
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`the program has ended with ${code}:\n${output}`)))
  })
}

/** Ends a program, and settles when it has ended. */
export async function end(child: ChildProcess, signal?: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill(signal)
  await ended
}

/** Ends a program that was started with `detached`, and all programs that it has started. Settles when the first one has ended. */
export async function endGroup(child: ChildProcess): Promise<void> {
  if (!child.pid || child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  process.kill(-child.pid)
  await ended
}
