/** The Chromium that an npm package ships, for Linux on x64: fetched once, into .cache. It is a headless shell. */
import { join } from 'node:path'
import { madeOnce } from '../system/folders.mjs'
import { execute, npm, ROOT } from '../system/processes.mjs'

const PACKAGE = '@sparticuz/chromium'
const VERSION = '143.0.4'

/** Puts the package into a folder, and the browser that is packed in it. */
async function fetchInto(folder) {
  console.log('Fetching a headless Chromium …')
  const unpack = `import chromium from '${PACKAGE}'; await chromium.executablePath()`
  const steps = [
    npm('install', '--no-audit', '--no-fund', '--prefix', folder, `${PACKAGE}@${VERSION}`),
    [process.execPath, '--input-type=module', '--eval', unpack],
  ]
  for (const step of steps) {
    // The package unpacks into the temporary directory.
    const { status, output } = await execute(step, { cwd: folder, env: { TMPDIR: folder }, quiet: true })
    if (status !== 0) throw new Error(`No Chromium could be fetched.\n${output}`)
  }
}

/** Path of its executable. */
export const packagedChromium = async () =>
  join(await madeOnce(join(ROOT, `.cache/chromium-${VERSION}`), fetchInto), 'chromium')
