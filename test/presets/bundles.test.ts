/** What a page bundles with an environment preset, from the sources. */
import { build } from 'esbuild'
import { expect, it } from 'vitest'

it.each([
  ['pre', 'identity-pre.schibsted.com'],
  ['pro', 'login.schibsted.com'],
  ['pro-no', 'payment.schibsted.no'],
  ['pro-fi', 'login.schibsted.fi'],
  ['pro-dk', 'login.schibsted.dk'],
])('the preset %s holds its own host alone, and neither ofetch nor defu', async (file, host) => {
  const { outputFiles, metafile } = await build({
    entryPoints: [`presets/${file}.ts`],
    bundle: true,
    format: 'esm',
    write: false,
    metafile: true,
    define: { __DEV__: 'false' },
  })
  const hosts = outputFiles[0]?.text.match(/[\w.-]+\.schibsted\.\w+|[\w.-]+schibsted\.\w+/g) ?? []
  expect(hosts.length).toBeGreaterThan(0)
  for (const found of hosts) expect(found.endsWith(host)).toBe(true)
  const inputs = Object.values(metafile.outputs).flatMap((output) => Object.keys(output.inputs))
  expect(inputs.filter((input) => /node_modules\/(ofetch|defu|destr|ufo)\//.test(input))).toEqual([])
})
