/** A login by redirect: what the page knows afterwards, and its server by the cookie SP_ID. */
import { describe, expect, it } from 'vitest'
import { call, logIn, sees, visit } from '../support/demo.ts'
import { useWorld } from '../support/world.ts'

const world = useWorld()

const cookie = async () => (await world.browser.cookies()).find(({ name }) => name === 'SP_ID')

describe('after a login by redirect', () => {
  it('the page names the reader, and still does when it is loaded again', async () => {
    const page = await world.page()
    await visit(world, page, 'anonymous')
    await logIn(page)
    await sees(page, 'user-name', 'Ingrid S.')
    world.sessionCalls()
    await page.reload()
    await sees(page, 'user-name', 'Ingrid S.')
    expect(world.sessionCalls()).toEqual([])
  })

  it('SP_ID is seen by the server, signed, and names the reader', async () => {
    const page = await world.page()
    await visit(world, page, 'anonymous')
    await logIn(page)
    await sees(page, 'sp-id', 'valid')
    expect(await page.evaluate(async () => (await (await fetch('/server-side')).json()).spId)).toEqual({
      seen: true,
      valid: true,
      uuid: world.emulator.users.find(({ username }) => username === 'ingrid')?.uuid,
    })
    expect(await cookie()).toMatchObject({ domain: '.site.localhost', path: '/', sameSite: 'Lax' })
    expect((await cookie())?.value).toBe(encodeURIComponent((await call(page, 'getSpId')) as string))
  })
})
