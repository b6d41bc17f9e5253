/** Varnish before a site that has two names, each with pages of its own. */
import { expect, it } from 'vitest'
import { withSession } from './support/ask.ts'
import { useVarnish } from './support/use-varnish.ts'

const site = useVarnish({
  '^pages\\.site\\.localhost\\.?(:[0-9]{1,5})?$': '^(one|two)\\.site\\.localhost$',
  'set req.http.Host = "pages.site.localhost"': 'set req.http.Host = req.http.Host',
})

const from = (host: string, path: string, method = 'GET') =>
  site.ask(path, { method, headers: [['Host', `${host}.site.localhost`], withSession('ada')] })

it('keeps no page of one under the name of the other', async () => {
  const path = site.article()
  const [one, two] = [await from('one', path), await from('two', path)]
  expect(two.body).not.toBe(one.body)
  expect([(await from('one', path)).body, (await from('two', path)).body]).toEqual([one.body, two.body])
})

it('purges an address of one alone', async () => {
  const path = site.article()
  const everybodyFrom = (host: string, method = 'GET') =>
    site.ask(path, { method, headers: [['Host', `${host}.site.localhost`]] })
  for (const host of ['one', 'two']) await everybodyFrom(host)
  expect((await everybodyFrom('one', 'PURGE')).status).toBe(200)
  expect((await everybodyFrom('two')).cache).toBe('hit')
  expect((await everybodyFrom('one')).cache).toBe('miss')
})
