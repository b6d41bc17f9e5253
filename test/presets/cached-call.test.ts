/** What a session call costs that the tab's cache answers: pages make many of them. */
import { expect, it } from 'vitest'
import { fetchTransport } from '../../plugins/transport/fetch-transport.ts'
import { createFullIdentity } from '../../presets/full.ts'
import { ADA, optionsFor } from '../support/fixtures.ts'
import { json, openPage } from '../support/page.ts'

it('a call that the cache answers looks at the local storage once, and writes nothing', async () => {
  const page = openPage()
  const { localStorage } = page.window
  const looks: string[] = []
  const counted = {
    getItem: (key: string) => {
      looks.push('get')
      return localStorage.getItem(key)
    },
    setItem: (key: string, value: string) => {
      looks.push('set')
      localStorage.setItem(key, value)
    },
    removeItem: (key: string) => {
      looks.push('remove')
      localStorage.removeItem(key)
    },
  }
  Object.defineProperty(page.window, 'localStorage', { value: counted })
  const identity = createFullIdentity(optionsFor(page), fetchTransport())
  page.answer(json(200, ADA))
  await identity.hasSession()
  expect(looks).toContain('set')
  looks.length = 0
  await identity.hasSession()
  expect(looks).toEqual(['get'])
})
