/** The wall of the examples, which sites copy, over access(). */
import { expect, it, onTestFinished, vi } from 'vitest'
import { access } from '../../../plugins/access/access.ts'
import { fetchTransport } from '../../../plugins/transport/fetch-transport.ts'
import { createFullIdentity } from '../../../presets/full.ts'
import { ADA, optionsFor } from '../../support/fixtures.ts'
import { json, openPage } from '../../support/page.ts'

// By its address: the examples have a compiler configuration of their own.
const WALL = new URL('../../../examples/site/wall.ts', import.meta.url).href

it('the wall asks the server once for a page view, although the session becomes known in between', async () => {
  const page = openPage()
  page.answer(json(200, ADA), json(200, { entitled: true, allowedFeatures: [], ttl: 60, sig: 'of-access' }))
  const send = vi.fn(async () => new Response('The rest.'))
  vi.stubGlobal('fetch', send)
  onTestFinished(() => void vi.unstubAllGlobals())
  const { followWall } = await import(WALL)
  const identity = createFullIdentity({ ...optionsFor(page), plugins: [access()] }, fetchTransport())
  const shown = await new Promise((resolve) => followWall(identity, 'article', resolve))
  expect(shown).toEqual({ shows: 'rest', text: 'The rest.' })
  expect(send).toHaveBeenCalledOnce()
})
