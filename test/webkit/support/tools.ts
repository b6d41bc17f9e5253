/** What these tests cannot do without. A missing tool is a failure, told in one line, and no reason to skip. */
import { spawn, spawnSync } from 'node:child_process'

/** The program that drives a WebKitGTK browser; it knows where its MiniBrowser is. */
export const DRIVER: string = process.env.PORTICO_WEBKIT_DRIVER ?? 'WebKitWebDriver'

const HOW = 'install it (Debian, Ubuntu: apt-get install webkit2gtk-driver xvfb).'

/**
 * Run by vitest before the first file: a screen that nobody sees. It outlives the last window (`-noreset`), which else
 * takes it down for a moment, just as the next browser may be starting.
 */
export default async function startScreen(): Promise<() => void> {
  if (spawnSync(DRIVER, ['--help']).error) stop(`${DRIVER} is missing: ${HOW}`)
  const screen = spawn('Xvfb', ['-displayfd', '1', '-noreset', '-screen', '0', '1280x1024x24'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const display = await new Promise<string>((resolve) => {
    screen.on('error', () => stop(`Xvfb is missing: ${HOW}`))
    screen.on('exit', (code) => stop(`Xvfb ended with ${code}.`))
    screen.stdout.on('data', (number) => resolve(`:${String(number).trim()}`))
  })
  screen.removeAllListeners('exit')
  process.env.DISPLAY = display
  // Where there is a Wayland session, the browser would prefer its screen.
  process.env.GDK_BACKEND = 'x11'
  return () => void screen.kill()
}

function stop(why: string): never {
  process.stderr.write(`Cannot test in WebKit. ${why}\n`)
  process.exit(1)
}
