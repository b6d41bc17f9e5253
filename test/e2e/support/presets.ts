/** How a page makes an identity of its global `options` with each preset. */
export const PRESETS = {
  default: "import { Identity } from 'portico'; const identity = new Identity(options)",
  full: `import { fetchTransport } from 'portico/plugins'
    import { createFullIdentity } from 'portico/presets/full'
    const identity = createFullIdentity(options, fetchTransport())`,
  minimal: `import { createMinimalIdentity } from 'portico/presets/minimal'
    const identity = createMinimalIdentity(options)`,
  compat: "import { Identity } from 'portico/compat'; const identity = new Identity(options)",
}
