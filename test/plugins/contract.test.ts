/** What every plugin owes the page and the other plugins: test/support/plugin-contract.ts. */
import { expect, it } from 'vitest'
import { createIdentity } from '../../core/index.ts'
import { optionsFor, thrown } from '../support/fixtures.ts'
import { openPage } from '../support/page.ts'
import { pluginContract } from '../support/plugin-contract.ts'
import { PLUGINS } from './all-plugins.ts'

it('the plugins are found', () => {
  const files = PLUGINS.map(([file]) => file)
  for (const file of ['session-cache', 'tabs', 'fedcm', 'payment', 'ofetch-transport'])
    expect(files).toContain(file)
})

it.each([
  ['access', 'transport'],
  ['user-context', 'transport'],
  ['simplified-login', 'transport'],
  ['fedcm', 'transport'],
  ['login-popup', 'login'],
])('the plugin %s says that it needs %s', (file, needed) => {
  const [, factory] = PLUGINS.find(([found]) => found === file) ?? []
  const plugins = factory ? [factory()] : []
  expect(thrown(() => createIdentity(optionsFor(openPage()), plugins))).toMatchObject({
    reason: 'plugin-missing',
    message: expect.stringMatching(new RegExp(`${file}.*${needed}`)),
  })
})

for (const [, factory] of PLUGINS) pluginContract(factory)
