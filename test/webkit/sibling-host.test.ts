/**
 * WebKitGTK takes a cookie with the prefix `__Host-` from a host beside its own, which other browsers refuse. What such a host can do by
 * it, with a session that it has begun itself.
 */
import { beforeEach, expect, it } from 'vitest'
import { Visitor } from '../../emulator/test/helpers.ts'
import { logIn, site } from '../../emulator/test/log-in.ts'
import { loggedIn, visit } from './support/demo.ts'
import type { Tab } from './support/tab.ts'
import { useWorld } from './support/world.ts'

const world = useWorld()

/** The cookie of a session that somebody else has begun, as Matti. */
let session = ''
beforeEach(async () => {
  const attacker = new Visitor()
  await logIn(world.emulator, attacker, 'matti')
  const cookies = await attacker.jar.getCookies(world.emulator.url(site.sessionHost))
  session = cookies.find(({ key }) => key === '__Host-session-id')?.value ?? ''
  expect(session).not.toBe('')
})

/** Sets that cookie for all hosts of the domain, from a page beside the site. */
async function plant(tab: Tab, path: string): Promise<void> {
  world.pages.serve('/plant', { body: '<!doctype html><title>A page</title>' })
  await tab.goto(world.pages.url('/plant', 'evil.site.localhost'))
  await tab.run(
    (value, at) => {
      // biome-ignore lint/suspicious/noDocumentCookie: as a hostile script does
      document.cookie = `__Host-session-id=${value}; domain=site.localhost; path=${at}; secure`
    },
    session,
    path,
  )
}

it.each(['/', '/v2'])(
  'a reader who is logged in is somebody else to nobody: a cookie of the name for %s beside theirs logs them out',
  async (path) => {
    const { tab } = world
    await loggedIn(world, tab)
    await plant(tab, path)
    await visit(world, tab, 'connected')
    await tab.click('check-again')
    await tab.sees('status', 'anonymous')
  },
)

it('an anonymous reader is put into the session that the host beside the site has begun', async () => {
  const { tab } = world
  await plant(tab, '/')
  await visit(world, tab, 'connected')
  await tab.sees('user-name', 'Matti V.')
})
