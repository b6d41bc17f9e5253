/** The account pages that accountUrl and phonesUrl lead to, and what a session says after a change there. */

import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { describe, expect, it } from 'vitest'
import { by, call, loggedIn, sees, visit } from './support/demo.ts'
import { useWorld } from './support/world.ts'

const world = useWorld()

/** What the session service answers to a browser with these cookies. Node does not find names under localhost. */
async function sessionStatus(
  origin: string,
  cookies: readonly { name: string; value: string }[],
): Promise<number | undefined> {
  const { host, port } = new URL(origin)
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const path = '/v2/session?client_sdrn=sdrn:localhost:client:harbour-post'
  const asking = get({ host: '127.0.0.1', port, path, headers: { host, cookie } })
  const [answer] = (await once(asking, 'response')) as [IncomingMessage]
  answer.resume()
  return answer.statusCode
}

describe('the link to the account page', () => {
  it('leads to the reader’s own account; a new name is what the session says next', async () => {
    const page = await loggedIn(world, 'alex')
    await by(page, 'account-link').click()
    await by(page, 'displayName').fill('Alexandra L.')
    await by(page, 'save').click()
    await by(page, 'saved').waitFor()
    await by(page, 'back').click()
    await page.waitForURL(world.emulator.url('www.site.localhost'))
    await by(page, 'check-again').click()
    await sees(page, 'user-name', 'Alexandra L.')
  })

  it('lets a reader take a publisher off the list: logged in there, but no longer connected', async () => {
    const page = await loggedIn(world, 'matti')
    await by(page, 'account-link').click()
    await by(page, 'disconnect-site').click()
    await by(page, 'saved').waitFor()
    await by(page, 'back').click()
    await by(page, 'check-again').click()
    await sees(page, 'status', 'logged in')
    expect(await call(page, 'isLoggedIn')).toBe(true)
    expect(await call(page, 'isConnected')).toBe(false)
    expect(await call(page, 'getUser')).toBe('!not-connected')
    expect(await call(page, 'getUserId')).toBe('!not-connected')
  })

  it('shows a reader where they are logged in, and logs them out of another browser there', async () => {
    const { cookies } = await world.emulator.loginAs('ingrid')
    const askElsewhere = () => sessionStatus(world.emulator.url('id.site.localhost'), cookies)
    const page = await loggedIn(world)
    expect(await askElsewhere()).toBe(200)
    await by(page, 'account-link').click()
    await by(page, 'sessions-site').click()
    expect(await page.getByRole('listitem').count()).toBe(2)
    await page.getByRole('button', { name: 'Log out everywhere else' }).click()
    await page.waitForFunction(() => document.querySelectorAll('li').length === 1)
    expect(await askElsewhere()).toBe(400)
    await page.getByRole('link', { name: /^Back to/ }).click()
    await sees(page, 'status', 'connected')
  })

  it('asks a reader to log in first who is not, and leads on', async () => {
    const page = await world.page()
    await visit(world, page, 'anonymous')
    await by(page, 'account-link').click()
    await by(page, 'user-ingrid').click()
    await by(page, 'displayName').waitFor()
    expect(await by(page, 'displayName').inputValue()).toBe('Ingrid S.')
  })
})

describe('the link to the phone page', () => {
  it('leads to the phone number, where one-time codes are sent from then on', async () => {
    const page = await loggedIn(world)
    await by(page, 'phones-link').click()
    await by(page, 'phone').fill('+47 411 11 111')
    await by(page, 'save').click()
    await by(page, 'saved').waitFor()
    expect(world.emulator.users.find(({ username }) => username === 'ingrid')?.phone).toBe('+47 411 11 111')
    await by(page, 'back').click()
    await sees(page, 'user-name', 'Ingrid S.')
  })
})
