// The appearance of the pages for a site, complete with its defaults, and the address to which they lead.

import { type Appearance, type Colors, DARK, LIGHT } from '../options/appearance.ts'
import type { Site } from '../options/site.ts'

export interface SiteAppearance {
  readonly name: string
  readonly logo: string | undefined
  /** Undefined where there is no site, or none of its addresses can be used. */
  readonly home: string | undefined
  readonly light: Required<Colors>
  readonly dark: Required<Colors>
}

export function appearanceOf(site: Site | undefined, origin: string): SiteAppearance {
  const { name, logo, home = homeOf(site), colors, darkColors }: Appearance = site?.appearance ?? {}
  return {
    name: name ?? new URL(home ?? origin).host,
    logo,
    home,
    light: { ...LIGHT, ...colors },
    dark: { ...DARK, ...(colors?.button && { button: colors.button }), ...darkColors },
  }
}

function homeOf(site: Site | undefined): string | undefined {
  const first = site?.redirectUris[0]
  return first === undefined ? undefined : new URL('/', first).href
}
