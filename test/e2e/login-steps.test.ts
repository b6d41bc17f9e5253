/** The steps of a login for whoever sees one line of a page at a time: each has its title, its field, and says what was wrong in it. */

import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { by, startSession } from './support/demo.ts'
import { openLoginPage } from './support/login-page.ts'
import { useWorld } from './support/world.ts'

const world = useWorld()

/** What a step says of itself, and of the element that gets the focus, which a browser gives when it draws the page. */
async function step(page: Page) {
  await page.waitForFunction(() => document.activeElement !== document.body)
  return page.evaluate(() => {
    const focused = document.activeElement
    const ids = focused?.getAttribute('aria-describedby')?.split(' ') ?? []
    return {
      title: document.title.replace(' – Portico account', ''),
      heading: document.querySelector('h1')?.textContent,
      focused: focused?.getAttribute('data-testid'),
      isInvalid: focused?.getAttribute('aria-invalid') === 'true',
      description: ids.map((id) => document.getElementById(id)?.textContent).join(' '),
    }
  })
}

async function fill(page: Page, field: string, text: string): Promise<void> {
  await by(page, field).fill(text)
  await Promise.all([page.waitForEvent('load'), by(page, 'submit').click()])
}

it('each step has a title of its own and the focus in its field, and what was wrong is read with it', async () => {
  const page = await openLoginPage(world, { acr_values: 'password sms' })
  const identify = {
    title: 'Log in to The Harbour Post',
    heading: 'Log in to The Harbour Post',
    focused: 'email',
  }
  const fine = { isInvalid: false, description: '' }
  expect(await step(page)).toEqual({ ...identify, ...fine })
  await fill(page, 'email', 'nobody@example.com')
  const unknown = 'Nobody here has that e-mail address.'
  expect(await step(page)).toEqual({ ...identify, isInvalid: true, description: unknown })

  await fill(page, 'email', 'ingrid@example.com')
  const password = { title: 'Enter your password', heading: 'Enter your password', focused: 'password' }
  expect(await step(page)).toEqual({ ...password, ...fine })
  await fill(page, 'password', 'a guess')
  const wrong = 'That e-mail address and password do not belong together.'
  expect(await step(page)).toEqual({ ...password, isInvalid: true, description: wrong })

  const ingrid = world.emulator.users.find(({ username }) => username === 'ingrid')
  await fill(page, 'password', ingrid?.password ?? '')
  const code = { title: 'Enter the one-time code', heading: 'Enter the one-time code', focused: 'code' }
  const ask = `Enter the code that was sent to ${ingrid?.phone}.`
  expect(await step(page)).toEqual({ ...code, isInvalid: false, description: ask })
  const right = await by(page, 'shown-code').textContent()
  await fill(page, 'code', right === '000000' ? '000001' : '000000')
  const notTheCode = `${ask} That is not the code. Try again.`
  expect(await step(page)).toEqual({ ...code, isInvalid: true, description: notTheCode })
})

it('an electronic ID has its own step, whose button has the focus', async () => {
  const page = await openLoginPage(world, { acr_values: 'eid-se' }, 'ingrid')
  await by(page, 'who').waitFor()
  expect(await step(page)).toEqual({
    ...{ title: 'Identify yourself', heading: 'Identify yourself', focused: 'submit', isInvalid: false },
    description: 'Identify yourself with your electronic ID (eid-se). Ingrid Solberg',
  })
})

it('whoever is logged in already can go on by Enter', async () => {
  await startSession(world)
  world.pages.serve('/', { body: '<!doctype html><title>Back</title>' })
  const login = await openLoginPage(world, { prompt: 'select_account' })
  expect((await step(login)).focused).toBe('continue')
  await Promise.all([login.waitForURL(/[?&]code=/), login.keyboard.press('Enter')])
})
