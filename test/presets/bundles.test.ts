/** What a page bundles with an environment preset, from the sources. */
import { build } from 'esbuild'
import { expect, it } from 'vitest'
import { optionsFor, thrown } from '../support/fixtures.ts'
import { openPage } from '../support/page.ts'

/** The files of packages that only some pages need. */
const OPTIONAL = /node_modules\/(ofetch|defu|destr|ufo)\//

const bundled = (file: string) =>
  build({
    entryPoints: [`presets/${file}.ts`],
    bundle: true,
    format: 'esm',
    write: false,
    metafile: true,
    define: { __DEV__: 'false' },
  })

type Bundled = Awaited<ReturnType<typeof bundled>>

const optionalIn = ({ metafile }: Bundled) =>
  Object.values(metafile?.outputs ?? {})
    .flatMap((output) => Object.keys(output.inputs))
    .filter((input) => OPTIONAL.test(input))

it('the default import holds ofetch only where a page names it', async () => {
  expect(optionalIn(await bundled('identity'))).toEqual([expect.stringContaining('/defu/')])
})

it.each([
  ['pre', 'identity-pre.schibsted.com'],
  ['pro', 'login.schibsted.com'],
  ['pro-no', 'payment.schibsted.no'],
  ['pro-fi', 'login.schibsted.fi'],
  ['pro-dk', 'login.schibsted.dk'],
])('the preset %s holds its own host alone, and neither ofetch nor defu', async (file, host) => {
  const made = await bundled(file)
  const hosts = made.outputFiles?.[0]?.text.match(/[\w.-]+\.schibsted\.\w+|[\w.-]+schibsted\.\w+/g) ?? []
  expect(hosts.length).toBeGreaterThan(0)
  for (const found of hosts) expect(found.endsWith(host)).toBe(true)
  expect(optionalIn(made)).toEqual([])
})

it.each([
  ['identity', 'Identity'],
  ['pre', 'Identity'],
  ['full', 'createFullIdentity'],
])('the preset %s, as readers get it, refuses to be made without a redirect URI', async (file, name) => {
  const [made] = (await bundled(file)).outputFiles
  const preset = await import(
    `data:text/javascript;base64,${Buffer.from(made?.text ?? '').toString('base64')}`
  )
  const create = (options: object): { dispose(): void } =>
    Reflect.construct(preset[name], [options, { name: 'transport', setup() {} }])
  const { redirectUri, ...nowhere } = optionsFor(openPage())
  for (const options of [nowhere, { ...nowhere, redirectUri: '' }])
    expect(thrown(() => create(options))).toMatchObject({
      reason: 'option-invalid',
      message: 'option-invalid: redirectUri',
    })
  expect(() => create({ ...nowhere, redirectUri }).dispose()).not.toThrow()
})
