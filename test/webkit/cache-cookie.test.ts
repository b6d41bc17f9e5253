/** The cookie SP_ID in WebKit, which alone among browsers drops `Secure` cookies of plain http hosts under localhost. */

import { expect, it } from 'vitest'
import { loggedIn } from './support/demo.ts'
import { useWorld } from './support/world.ts'

const world = useWorld()
const cookie = async () => (await world.tab.cookies()).find(({ name }) => name === 'SP_ID')
const seenByServer = () =>
  world.tab.run(() => fetch('/server-side').then(async (response) => (await response.json()).spId))

it('is seen by the server, signed, and names the reader', async () => {
  const { tab } = world
  await loggedIn(world, tab)
  await tab.sees('sp-id', 'valid')
  const uuid = world.emulator.users.find(({ username }) => username === 'ingrid')?.uuid
  expect(await seenByServer()).toEqual({ seen: true, valid: true, uuid })
  expect(await cookie()).toMatchObject({ domain: '.site.localhost', secure: true, sameSite: 'Lax' })
  expect((await cookie())?.value).toBe(encodeURIComponent((await tab.call('getSpId')) as string))
})

it('is gone when the reader logs out, for the server too', async () => {
  const { tab } = world
  await loggedIn(world, tab)
  await tab.sees('sp-id', 'valid')
  await tab.click('log-out')
  await tab.sees('status', 'anonymous')
  expect(await cookie()).toBeUndefined()
  expect(await seenByServer()).toEqual({ seen: false })
})

it('is written again on the next page, out of the kept session, after it was deleted', async () => {
  const { tab } = world
  await loggedIn(world, tab)
  await tab.sees('sp-id', 'valid')
  await tab.run(() => {
    // biome-ignore lint/suspicious/noDocumentCookie: as a reader or another script would
    document.cookie = 'SP_ID=; domain=.site.localhost; path=/; expires=Thu, 01 Jan 1970 00:00:00 GMT; Secure'
  })
  expect(await cookie()).toBeUndefined()
  await tab.reload()
  await tab.sees('sp-id', 'valid')
})
