/** The page that a popup ends on, under policies that allow a page next to nothing. */
import { createHash } from 'node:crypto'
import type { Page } from 'playwright-core'
import { type RelayPageOptions, relayPage, relayScript } from 'portico/relay'
import { describe, expect, it } from 'vitest'
import { OWN_HOST } from './support/page-server.ts'
import { useWorld } from './support/world.ts'

const world = useWorld()

type Heard = { channel?: string; message?: string; origin?: string }

/** Opens the relay in a popup, and gives what the page that opened it hears, once it is closed. */
async function relay(
  policy: string,
  more: Partial<RelayPageOptions> = {},
  host = OWN_HOST,
): Promise<{ page: Page; heard: Heard }> {
  const { pages } = world
  pages.serve('/opener', { body: '<!doctype html><title>Opener</title><button>Open</button>' })
  pages.serve('/relay.js', { body: relayScript, type: 'text/javascript' })
  pages.serve('/relay', {
    body: relayPage({ clientId: 'client-1', next: '/opener?next', ...more }),
    headers: {
      'content-security-policy': `default-src 'none'; require-trusted-types-for 'script'; ${policy}`,
    },
  })
  const page = await world.page()
  await page.goto(pages.url('/opener'))
  await page.evaluate(
    (address) => {
      const heard: Heard = {}
      Object.assign(window, { heard })
      new BroadcastChannel('portico.login client-1').onmessage = ({ data }) => void (heard.channel = data)
      addEventListener('message', ({ data, origin }) => void Object.assign(heard, { message: data, origin }))
      const [button] = document.querySelectorAll('button')
      if (button) button.onclick = () => open(address, '', 'width=300,height=300')
    },
    pages.url('/relay', host),
  )
  const [popup] = await Promise.all([page.waitForEvent('popup'), page.getByRole('button').click()])
  if (!popup.isClosed()) await popup.waitForEvent('close')
  const seen = await page.waitForFunction(() => {
    const { heard } = window as unknown as { heard: Heard }
    return heard.message && heard
  })
  return { page, heard: (await seen.jsonValue()) as Heard }
}

const hash = createHash('sha256').update(relayScript).digest('base64')

describe('the relay', () => {
  it.each<[string, string, Partial<RelayPageOptions>]>([
    ['a nonce', "script-src 'nonce-bm9uY2U='", { nonce: 'bm9uY2U=' }],
    ['its hash', `script-src 'sha256-${hash}'`, {}],
    ['its address', "script-src 'self'", { src: '/relay.js' }],
  ])('works where scripts run by %s alone, calls by both ways, and closes', async (_, policy, more) => {
    const { page, heard } = await relay(policy, more)
    expect(heard.message).toMatch(/^portico\.login client-1 0\.\d+$/)
    expect(heard.origin).toBe(new URL(world.pages.url()).origin)
    await page.waitForFunction(() => (window as unknown as { heard: Heard }).heard.channel)
    expect(await page.evaluate(() => (window as unknown as { heard: Heard }).heard.channel)).toBe(
      heard.message,
    )
  })

  it('calls a page of another origin where it is told which', async () => {
    const opener = new URL(world.pages.url()).origin
    const { heard } = await relay("script-src 'self'", { src: '/relay.js', opener }, 'login.site.localhost')
    expect(heard).toEqual({
      message: expect.stringMatching(/^portico\.login client-1 /),
      origin: new URL(world.pages.url('/', 'login.site.localhost')).origin,
    })
  })

  it('goes on where it was not opened as a popup, and is no page to go back to', async () => {
    const { page } = await relay("script-src 'self'", { src: '/relay.js' })
    await page.goto(world.pages.url('/relay'))
    await page.waitForURL(/\?next$/)
    await page.goBack({ waitUntil: 'commit' })
    await page.waitForURL(/\/opener$/)
  })
})
