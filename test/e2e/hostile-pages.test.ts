/** What pages of other hosts try against the account service and the demo sites, from within a reader's browser. */

import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { startSession, visit } from './support/demo.ts'
import { useWorld } from './support/world.ts'

const world = useWorld('allow')

const HOSTS = ['account.localhost', 'www.site.localhost', 'id.site.localhost', 'localhost']

/** A page of a host of nobody. */
async function hostilePage(html: string): Promise<Page> {
  world.pages.serve('/hostile', { body: `<!doctype html><title>A page</title>${html}` })
  const page = await world.page()
  await page.goto(world.pages.url('/hostile', 'evil.localhost'))
  return page
}

describe('a page elsewhere', () => {
  it('does not end the emulator by asking for what is no address', async () => {
    const sources = HOSTS.flatMap((host) =>
      ['//', '///', '//['].map((path) => world.emulator.url(host).slice(0, -1) + path),
    )
    const page = await hostilePage(sources.map((source) => `<img src="${source}">`).join(''))
    await visit(world, page, 'anonymous')
  })

  it('cannot show a page of ours within itself', async () => {
    await startSession(world)
    const shown = [
      ['account.localhost', '/control'],
      ['account.localhost', '/profile-pages'],
      ['account.localhost', '/interaction/none'],
      ['account.localhost', '/oauth/authorize?client_id=nobody'],
      ['www.site.localhost', '/'],
      ['www.site.localhost', '/logged-in'],
    ] as const
    const before = new Date()
    const asked = shown.map(([host, path]) =>
      world.request((entry) => entry.host.startsWith(host) && entry.path.replace('…', 'none') === path),
    )
    const frames = shown.map(([host, path]) => `<iframe src="${world.emulator.url(host, path)}"></iframe>`)
    await hostilePage(frames.join(''))
    await Promise.all(asked)
    // A page that is shown asks for its style sheets.
    const after = world.emulator.requests.filter((entry) => entry.time >= before).map((entry) => entry.path)
    expect(after.filter((other) => other.startsWith('/assets/'))).toEqual([])
  })
})
