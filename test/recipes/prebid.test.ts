/** The page "Advertising": the id of a reader in real bid requests of Prebid, after consent and never without. */
import { build } from 'esbuild'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { filesOf } from '../docs/pages.ts'
import { consentPlatform } from '../e2e/support/consent-platform.ts'
import { startSession } from '../e2e/support/demo.ts'
import { ownOptions, pageWith } from '../e2e/support/own-page.ts'
import { useWorld } from '../e2e/support/world.ts'
import { createProject, type Project } from '../packaging/project.ts'

/** What Prebid's adapter of a bidder asks. Nothing leaves the machine. */
const BIDDER = '**/ut/v3/prebid*'
const ID = /^[\da-f]{64}$/

const world = useWorld()
let project: Project

const PAGE = `
  import pbjs from 'prebid.js'
  import 'prebid.js/modules/consentManagementTcf'
  import 'prebid.js/modules/userId'
  import 'prebid.js/modules/pubProvidedIdSystem'
  import 'prebid.js/modules/appnexusBidAdapter'
  import { provideId } from './src/ads.ts'
  pbjs.processQueue()
  pbjs.setConfig({ consentManagement: { gdpr: { cmpApi: 'iab', timeout: 5000, defaultGdprScope: true } } })
  const adUnits = [{
    code: 'top', mediaTypes: { banner: { sizes: [[300, 250]] } }, bids: [{ bidder: 'appnexus', params: { placementId: 1 } }],
  }]
  window.bid = () => new Promise((bidsBackHandler) => pbjs.requestBids({ adUnits, bidsBackHandler, timeout: 3000 }))
  window.ready = provideId(pbjs, window.__tcfapi, options).then((identity) => { window.identity = identity })
`

beforeAll(async () => {
  project = createProject(['prebid.js@11.36.0'])
  project.write('src/ads.ts', filesOf('recipes/advertising.md')['src/ads.ts'] ?? '')
  const entryPoints = [project.write('page.ts', PAGE)]
  const { outputFiles } = await build({
    entryPoints,
    bundle: true,
    write: false,
    format: 'iife',
    logLevel: 'error',
  })
  const script = `${await consentPlatform()}\n${outputFiles[0]?.text}`
  world.pages.serve('/', pageWith(ownOptions(world), script))
})
afterAll(() => project?.remove())

interface Ads {
  readonly page: Page
  /** Has the reader decide for purposes. */
  decide(purposes: number[]): Promise<void>
  /** The ids in the bid request of one auction. */
  auction(): Promise<string[]>
}

/** A page of a reader who is logged in, on which nothing is decided yet. */
async function open(): Promise<Ads> {
  await startSession(world)
  const page = await world.page()
  const bodies: string[] = []
  await page.route(BIDDER, (route) => {
    bodies.push(route.request().postData() ?? '')
    return route.fulfill({ json: { tags: [] }, headers: { 'access-control-allow-origin': '*' } })
  })
  await page.goto(world.pages.url())
  return {
    page,
    decide: (purposes) =>
      page.evaluate(
        (given) => (window as unknown as { decide(given: number[]): void }).decide(given),
        purposes,
      ),
    async auction() {
      bodies.length = 0
      await page.evaluate(() => (window as unknown as { bid(): Promise<unknown> }).bid())
      expect(bodies).toHaveLength(1)
      const { eids = [] } = JSON.parse(bodies[0] ?? '{}')
      return eids.map(({ id }: { id: string }) => id)
    },
  }
}

const ready = (page: Page) =>
  page.evaluate(() => (window as unknown as { ready: Promise<void> }).ready.then(() => {}))

it('sends the reader’s id after consent, and the same one on the next page', async () => {
  const { page, decide, auction } = await open()
  await decide([1, 3, 4])
  await ready(page)
  const [id] = await auction()
  expect(id).toMatch(ID)
  await page.reload()
  await decide([1, 3, 4])
  await ready(page)
  expect(await auction()).toEqual([id])
})

it('sends nothing after a refusal, and does not ask who reads', async () => {
  const { page, decide, auction } = await open()
  await decide([1])
  await ready(page)
  expect(await auction()).toEqual([])
  expect(world.sessionCalls()).toEqual([])
})

it('sends nothing once consent is withdrawn', async () => {
  const { page, decide, auction } = await open()
  await decide([1, 3, 4])
  await ready(page)
  expect(await auction()).toEqual([expect.stringMatching(ID)])
  await decide([])
  expect(await auction()).toEqual([])
})

it('sends nothing after a logout in another tab', async () => {
  const { page, decide, auction } = await open()
  await decide([1, 3, 4])
  await ready(page)
  expect(await auction()).toHaveLength(1)
  const heard = page.evaluate(
    () =>
      new Promise<void>((resolve) =>
        (window as unknown as { identity: { on(name: string, listener: () => void): void } }).identity.on(
          'logout',
          resolve,
        ),
      ),
  )
  const other = await open()
  await other.decide([1, 3, 4])
  await ready(other.page)
  await other.page.evaluate(() => (window as unknown as { identity: { logout(): void } }).identity.logout())
  await heard
  expect(await auction()).toEqual([])
})
