/** Takes the pictures of a demo site: a reader who is logged in, the same page with the panel, and the list of the reader's sessions. */
import { mkdirSync } from 'node:fs'
import { chromium } from 'playwright-core'
import { findChromium } from '../browsers/find.mjs'
import { ROOT } from '../system/processes.mjs'
import { writePicture } from './picture.mjs'

const FOLDER = `${ROOT}/docs/pictures`

const PHONE = 'Mozilla/5.0 (Android 14; Mobile; rv:131.0) Gecko/131.0 Firefox/131.0'

/** Takes all of them. The emulator has to be built. */
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
    await emulator.loginAs('ingrid', 'harbour-post', { userAgent: PHONE })
    await page.goto(emulator.url('id.site.localhost', '/account/sessions'))
    await page.getByText('Firefox on Android').first().waitFor()
    await writePicture(context, await page.screenshot(), `${FOLDER}/sessions.webp`)
  } finally {
    await browser.close()
    await emulator.close()
  }
}
