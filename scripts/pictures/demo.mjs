/** Takes the README's pictures: a demo site with a reader who is logged in, and the same page with the panel. */
import { mkdirSync } from 'node:fs'
import { chromium } from 'playwright-core'
import { findChromium } from '../browsers/find.mjs'
import { ROOT } from '../system/processes.mjs'
import { writePicture } from './picture.mjs'

const FOLDER = `${ROOT}/docs/pictures`

/** Takes both. The emulator has to be built. */
export async function takeDemoPictures() {
  const { startEmulator } = await import('../../emulator/dist/index.mjs')
  const emulator = await startEmulator()
  const browser = await chromium.launch({ executablePath: await findChromium(), args: ['--no-sandbox'] })
  try {
    const context = await browser.newContext({ viewport: { width: 1000, height: 620 } })
    const page = await context.newPage()
    await page.goto(emulator.url('www.site.localhost', '/'))
    await page.getByRole('button', { name: 'Log in' }).first().click()
    await page.getByTestId('user-ingrid').click()
    await page.getByText('Ingrid').first().waitFor()
    mkdirSync(FOLDER, { recursive: true })
    await writePicture(context, await page.screenshot(), `${FOLDER}/demo.webp`)
    await page.goto(emulator.url('www.site.localhost', '/?portico-devtools'))
    const panel = page.locator('portico-devtools section')
    await panel.waitFor()
    await page.getByText('Ingrid').first().waitFor()
    await writePicture(context, await page.screenshot(), `${FOLDER}/panel.webp`)
  } finally {
    await browser.close()
    await emulator.close()
  }
}
