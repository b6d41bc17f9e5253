/** The recipe for a cached page, as it stands, in a browser: no layout shift, and no frame that says something else than the last. */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { SAMPLES } from '../docs/pages.ts'
import { runsIn } from './support/browser.ts'
import { loggedIn } from './support/demo.ts'
import { ownOptions } from './support/own-page.ts'
import { useWorld } from './support/world.ts'

const world = useWorld()
const [sample = ''] = SAMPLES.filter(
  ({ page, language }) => page === 'recipes/cached-page.md' && language === 'html',
).map(({ code }) => code)

/** Notes what the greeting shows in each frame, and each shift of the layout. */
const WATCH = `
  window.frames_ = []
  window.shift = 0
  new PerformanceObserver((list) => { for (const { value } of list.getEntries()) window.shift += value })
    .observe({ type: 'layout-shift', buffered: true })
  const look = () => {
    const greeting = document.getElementById('greeting')
    // A script that is still loading stands between the greeting and the first frame that shows it.
    if (greeting?.nextElementSibling) {
      const shown = greeting.innerText.replaceAll(/\\s+/g, ' ').trim()
      if (window.frames_.at(-1) !== shown) window.frames_.push(shown)
    }
    requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
`

/** Opens the page; gives what it showed, frame by frame, until it showed the last, and how much has moved. */
async function open(last: string, html = sample) {
  world.pages.serve('/assets/portico.min.js', {
    body: readFileSync('dist/portico.min.js', 'utf8'),
    type: 'text/javascript',
  })
  world.pages.serve('/', {
    body: html
      .replace(
        /clientId: 'your-client-id',[\s\S]*?env: 'PRO',\n/,
        `...${JSON.stringify(ownOptions(world))},\n`,
      )
      .replace('<head>', '<head><link rel="icon" href="data:,">'),
    headers: { 'cache-control': 'public, s-maxage=60' },
  })
  const page = await world.page()
  await page.addInitScript(WATCH)
  const view = async () => {
    await page.goto(world.pages.url())
    await page.waitForFunction(
      (text) => (window as unknown as { frames_: string[] }).frames_.at(-1) === text,
      last,
    )
    await page.waitForLoadState('networkidle')
    return page.evaluate(() => {
      const { frames_, shift } = window as unknown as { frames_: string[]; shift: number }
      return { frames: frames_, shift }
    })
  }
  return { page, view }
}

describe('the recipe for a cached page', () => {
  it('shows an anonymous reader the button, and moves nothing, for the first time and again', async () => {
    const { view } = await open('Log in')
    const first = await view()
    expect(first.frames.filter((text) => text && text !== 'Log in')).toEqual([])
    const again = await view()
    expect(again.frames).toEqual(['Log in'])
    expect([first.shift, again.shift]).toEqual([0, 0])
  })

  it('shows a reader their name, moves nothing, and has it in the first frame of the next page', async () => {
    await (await loggedIn(world)).close()
    const { view } = await open('Ingrid Log out')
    const first = await view()
    expect(first.frames.filter((text) => text && text !== 'Ingrid Log out')).toEqual([])
    const again = await view()
    expect(again.frames).toEqual(['Ingrid Log out'])
    expect([first.shift, again.shift]).toEqual([0, 0])
  })

  it('hears of a logout in another tab, also for the next page', async () => {
    await (await loggedIn(world)).close()
    const { page, view } = await open('Ingrid Log out')
    await view()
    const other = await open('Ingrid Log out')
    await other.view()
    await other.page.locator('#log-out').click()
    await page.locator('#log-in').waitFor()
    expect(await page.evaluate(() => sessionStorage.getItem('reader-name'))).toBe('')
  })

  it('would be seen to move if the greeting had no size', async () => {
    if (!runsIn('chromium', 'measuring how the layout shifts', 'No other browser tells a page.')) return
    await (await loggedIn(world)).close()
    const { view } = await open(
      'Ingrid Log out',
      sample.replace('height: 3rem;', '').replace('#greeting { display: flex;', '#greeting {'),
    )
    expect((await view()).shift).toBeGreaterThan(0)
  })
})
