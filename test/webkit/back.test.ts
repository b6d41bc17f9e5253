/** The back button in WebKit, whose pages come out of the back/forward cache. */

import { expect, it } from 'vitest'
import { bundle, ownOptions, pageWith } from '../e2e/support/own-page.ts'
import { loggedIn, logIn, visit } from './support/demo.ts'
import { SESSION_CALL } from './support/services.ts'
import type { Tab } from './support/tab.ts'
import { useWorld } from './support/world.ts'

const world = useWorld()

/** Makes the page tell whether it was shown again out of the cache. */
const remember = (tab: Tab) =>
  tab.run(() => addEventListener('pageshow', ({ persisted }) => Object.assign(window, { persisted })))
const restored = (tab: Tab) =>
  tab.until('the page out of the cache', () => (window as { persisted?: boolean }).persisted)

async function leave(tab: Tab): Promise<void> {
  world.pages.serve('/elsewhere', { body: '<!doctype html><title>Elsewhere</title>' })
  await tab.goto(world.pages.url('/elsewhere', 'pages.elsewhere.localhost'))
}

it('back to an anonymous page costs no session call, and a login succeeds from there', async () => {
  const { tab } = world
  await visit(world, tab, 'anonymous')
  await remember(tab)
  await leave(tab)
  world.requests(SESSION_CALL)
  await tab.back()
  await restored(tab)
  await tab.sees('status', 'anonymous')
  expect(world.requests(SESSION_CALL)).toEqual([])
  await logIn(tab)
  await tab.sees('user-name', 'Ingrid S.')
})

it('back from the login page leads to a page from which a login succeeds', async () => {
  const { tab } = world
  await visit(world, tab, 'anonymous')
  await remember(tab)
  await tab.click('log-in')
  await tab.element('user-ingrid')
  await tab.back()
  await restored(tab)
  await tab.sees('status', 'anonymous')
  await logIn(tab)
  await tab.sees('user-name', 'Ingrid S.')
})

it('back after a logout shows nobody', async () => {
  const { tab } = world
  await loggedIn(world, tab)
  await tab.goto(`${await tab.url()}?second`)
  await tab.sees('status', 'connected')
  await tab.click('log-out')
  await tab.sees('status', 'anonymous')
  await tab.back()
  await tab.sees('status', 'anonymous')
  expect(await tab.shows('user-name')).toBe(false)
})

it('a page out of the cache shows who has logged in since, not who was there when it was left', async () => {
  const { tab } = world
  await loggedIn(world, tab)
  await remember(tab)
  await tab.click('log-in')
  await tab.click('user-matti')
  await tab.sees('user-name', 'Matti V.')
  await tab.backBy(2)
  await restored(tab)
  await tab.sees('user-name', 'Matti V.')
  expect(await tab.events()).toContain('userChange')
})

it('a page that was left while the session was asked for gets its answer when it is shown again', async () => {
  const { tab } = world
  world.emulator.setFaults({ session: 'slow', slowMs: 60_000 })
  await tab.goto(world.emulator.url('www.site.localhost'))
  await tab.sees('status', 'checking')
  await leave(tab)
  world.emulator.resetFaults()
  await tab.back()
  await tab.sees('status', 'anonymous')
})

it('a reader who leaves while the session is asked for is no error, and is known when they come back', async () => {
  const { tab } = world
  const script = await bundle(`
    import { Identity } from 'portico'
    const note = (text) => localStorage.setItem('heard', (localStorage.getItem('heard') ?? '') + text + ' ')
    const identity = new Identity(options)
    addEventListener('pagehide', () => note('left'))
    identity.on('error', ({ reason }) => note(reason))
    identity.hasSession().then(({ userId }) => note(userId), () => undefined)
  `)
  const away = '<a data-testid="away" href="/elsewhere">Read on</a>'
  world.pages.serve('/', pageWith(ownOptions(world as never), script, away))
  world.pages.serve('/elsewhere', {
    body: '<!doctype html><title>Elsewhere</title><p data-testid="here">Here</p>',
  })
  const heard = (text: string) =>
    tab.until(
      `“${text}” heard`,
      (wanted) => localStorage.getItem('heard') === wanted || localStorage.getItem('heard'),
      text,
    )
  await loggedIn(world, tab)
  world.emulator.setFaults({ session: 'slow', slowMs: 60_000 })
  await tab.goto(world.pages.url())
  await tab.click('away')
  await tab.sees('here', 'Here')
  await heard('left ')
  world.emulator.resetFaults()
  await tab.back()
  await heard('left 100001 ')
})

it('a page out of the cache that was left for a refresh asks the service again', async () => {
  const { tab } = world
  const script = await bundle(`
    import { Identity } from 'portico'
    const identity = new Identity(options)
    window.ask = () => identity.hasSession().then(({ userId }) => userId, ({ reason }) => reason)
  `)
  type Asking = { ask(): Promise<unknown> }
  world.pages.serve('/asking', pageWith(ownOptions(world as never), script))
  world.pages.serve('/', {
    body: '<!doctype html><title>After the visit</title><p data-testid="here">Here</p>',
  })
  await loggedIn(world, tab)
  await tab.goto(world.pages.url('/asking'))
  await remember(tab)
  world.emulator.setFaults({ session: 'refresh' })
  await tab.run(() => void (window as unknown as Asking).ask())
  await tab.sees('here', 'Here')
  await tab.back()
  await restored(tab)
  expect(await tab.run(() => (window as unknown as Asking).ask())).toBe(100001)
})
