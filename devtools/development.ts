/**
 * What the presets take in their development build: names are checked, plugins noted, findings told in the console.
 */
import { createIdentity } from '../core/create-identity.ts'
import type { KernelOptions } from '../core/options.ts'
import type { AnyPlugin, ApisOf, IdentityCore } from '../core/plugin.ts'
import { noted } from './composition.ts'
import { consoleFindings } from './console-findings.ts'

export { tellFound } from './console.ts'
export { checkOptionNames, watchNames } from './names.ts'

/** Composes an identity as `createIdentity` does, and looks on. */
export function createInDevelopment<const Plugins extends readonly AnyPlugin[]>(
  options: KernelOptions,
  plugins: Plugins,
): IdentityCore & ApisOf<Plugins> {
  return createIdentity(options, noted([...plugins, consoleFindings()])) as unknown as IdentityCore & ApisOf<Plugins>
}
