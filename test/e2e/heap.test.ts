/**
 * What a page's memory takes of an answer that never ends, or that is small on the wire alone. Measured by the browser
 * while the answer arrives: the objects of its scripts, with their buffers and texts.
 */
import type { Page } from 'playwright-core'
import { preloadScript } from 'portico/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runsIn } from './support/browser.ts'
import { type Flood, type Kind, startFlood, WHOLE } from './support/flood.ts'
import { bundle, ownOptions } from './support/own-page.ts'
import { useWorld } from './support/world.ts'

const world = useWorld()
const MB = 1_000_000
// The limit is 256 kB, which pass queues of the browser's own size and become a text; compiling and garbage have their share.
const MOST_HEAP = 64 * MB
// What lies between the two: buffers of their sockets, and those of the browser.
const MOST_SENT = 100 * MB

const TRANSPORTS = {
  fetch: "import { fetchTransport as transport } from 'portico/plugins'",
  ofetch: "import { ofetchTransport as transport } from 'portico/plugins'",
}

let flood: Flood
beforeAll(async () => {
  flood = await startFlood()
})
afterAll(() => flood.close())

type PageWindow = { hasSession(): Promise<string>; userContext(): Promise<unknown> }

/** A page whose library does nothing before it is told to; its head may have begun already. */
async function open(kind: Kind, transport: string, withHeadStart: boolean): Promise<Page> {
  const options = { ...ownOptions(world), sessionDomain: flood.url(kind) }
  const env = { ...(options as unknown as { env: object }).env, globalSessionUrl: flood.url(kind) }
  const library = await bundle(`
    ${transport}
    import { createFullIdentity } from 'portico/presets/full'
    const identity = createFullIdentity(options, transport({ retries: 0 }))
    window.hasSession = () => identity.hasSession().then(() => 'a session', ({ reason }) => reason)
    window.userContext = () => identity.getUserContextData()
  `)
  const head = withHeadStart ? preloadScript({ ...options, env } as never) : ''
  world.pages.serve('/', {
    body: `<!doctype html><html lang="en"><meta charset="utf-8"><link rel="icon" href="data:,"><title>A page</title>
<script>${head}</script><script>window.options = ${JSON.stringify({ ...options, env })}</script><body>
<script>${library.replaceAll('</script', '<\\/script')}</script></body></html>`,
  })
  const page = await world.page()
  await page.goto(world.pages.url())
  return page
}

/** What the call answers, and the bytes by which the page's memory grew at most while it was on its way. */
async function measure(page: Page, method: keyof PageWindow): Promise<{ answer: unknown; grownBy: number }> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('HeapProfiler.enable')
  const held = async () => {
    const usage = (await cdp.send('Runtime.getHeapUsage')) as unknown as Record<string, number>
    // The last two are what texts and buffers hold outside of the engine's own heap.
    return ['usedSize', 'embedderHeapUsedSize', 'backingStorageSize'].reduce(
      (sum, part) => sum + (usage[part] as number),
      0,
    )
  }
  await cdp.send('HeapProfiler.collectGarbage')
  const before = await held()
  let isOver = false
  const answer = page
    .evaluate((name) => (window as unknown as PageWindow)[name](), method)
    .finally(() => (isOver = true))
  let most = before
  while (!isOver) most = Math.max(most, await held())
  return { answer: await answer, grownBy: Math.max(most, await held()) - before }
}

const reads = runsIn('chromium', 'memory', 'It is read by a protocol of Chromium alone.')

describe.runIf(reads).each(Object.entries(TRANSPORTS))('the memory of a page, by %s,', (_, transport) => {
  describe.each([
    ['the library', false],
    ['the head', true],
  ])('asked by %s,', (_, withHeadStart) => {
    it('holds of an answer without end what an answer may have', async () => {
      const sentBefore = flood.sent()
      const hungUp = flood.hungUp()
      const page = await open('endless', transport, withHeadStart)
      const { answer, grownBy } = await measure(page, 'hasSession')
      expect(answer).toBe('session-malformed')
      expect(grownBy).toBeLessThan(MOST_HEAP)
      expect(await hungUp).toBe(true)
      expect(flood.sent() - sentBefore).toBeLessThan(MOST_SENT)
    })

    it(`holds of an answer that unzips to ${WHOLE / MB} MB what an answer may have`, async () => {
      const page = await open('zipped', transport, withHeadStart)
      const { answer, grownBy } = await measure(page, 'hasSession')
      expect(answer).toBe('session-malformed')
      expect(grownBy).toBeLessThan(MOST_HEAP)
    })
  })

  it.each(['endless', 'zipped'] as const)('holds no more of a user context that is %s', async (kind) => {
    const page = await open(kind, transport, false)
    const { answer, grownBy } = await measure(page, 'userContext')
    expect(answer).toBeNull()
    expect(grownBy).toBeLessThan(MOST_HEAP)
  })
})
