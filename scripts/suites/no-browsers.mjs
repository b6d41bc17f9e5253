/**
 * `npm run verify no-browsers`: some end-to-end tests as on a machine that has no browser. They run in the packaged headless shell. What
 * that cannot do is left out, and so is Firefox; each is told in a line, and no failure.
 */
import { execute } from '../system/processes.mjs'

/** Those in the browser's own windows, the back button with and without the cache behind it, and those in Firefox. */
const TESTS = ['e2e/continue-as-windows', 'e2e/history', 'e2e/firefox']
const NO_BROWSERS = { PORTICO_BROWSER: '', PORTICO_CHROMIUM: 'none', PORTICO_FIREFOX: 'none' }

/** What has to stand in the output, and says how many tests it is about. */
const EXPECTED = [
  /^Not run: \d+ tests\. A headless shell has no dialogs .*$/m,
  /^Not run: \d+ tests\. There is no Firefox .*$/m,
  /^.*Tests .*\d+ passed.*$/m,
]

const { status, output } = await execute([process.execPath, 'scripts/test.mjs', ...TESTS], {
  env: NO_BROWSERS,
  quiet: true,
})
const found = EXPECTED.map((pattern) => pattern.exec(output)?.[0])
const isGood = status === 0 && found.every(Boolean)
console.log(isGood ? found.join('\n') : output)
for (const pattern of EXPECTED) if (!pattern.test(output)) console.error(`The run does not say ${pattern}`)
process.exit(isGood ? 0 : 1)
