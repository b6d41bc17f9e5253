/**
 * Which plugins an identity is composed of.
 */
import type { Kernel } from '../../core/kernel/plugin.ts'

/** The library's own plugins have no names in production. */
const UNNAMED = 'a plugin of the production build'

/** The names of the plugins, in the order of their list. */
export const pluginNames = ({ plugins }: Pick<Kernel, 'plugins'>): string[] =>
  plugins.map(({ name }) => name || UNNAMED)

/** Whether a plugin is certainly missing: each plugin of the list has a name, and none has this one. */
export const lacks = ({ plugins }: Pick<Kernel, 'plugins'>, wanted: string): boolean =>
  plugins.every(({ name }) => name && name !== wanted)
