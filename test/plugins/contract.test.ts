/** What every plugin owes the page and the other plugins: test/support/plugin-contract.ts. */
import { expect, it } from 'vitest'
import { pluginContract } from '../support/plugin-contract.ts'
import { PLUGINS } from './all-plugins.ts'

it('the plugins are found', () => {
  const files = PLUGINS.map(([file]) => file)
  for (const file of ['session-cache', 'tabs', 'fedcm', 'payment', 'ofetch-transport'])
    expect(files).toContain(file)
})

for (const [, factory] of PLUGINS) pluginContract(factory)
