// How a page looks to the readers of a site, and where it leads.

import { type Appearance, appearanceSchema, type Colors, DARK, LIGHT } from '../options/appearance.ts'
import type { Site } from '../options/site.ts'
import { isWeb } from '../options/web-address.ts'

export interface Look {
  readonly name: string
  readonly logo: string | undefined
  /** Undefined where the site is no web page, or there is no site. */
  readonly home: string | undefined
  readonly light: Required<Colors>
  readonly dark: Required<Colors>
}

export function lookOf(site: Site | undefined, origin: string): Look {
  const { name, logo, home = homeOf(site), colors, darkColors } = appearanceOf(site)
  return {
    name: name ?? new URL(home ?? origin).host,
    logo,
    home,
    light: { ...LIGHT, ...colors },
    dark: { ...DARK, ...(colors?.button && { button: colors.button }), ...darkColors },
  }
}

/** Sites of a directory were not checked at the start: what cannot be used is not there. */
const appearanceOf = (site: Site | undefined): Appearance =>
  appearanceSchema.safeParse(site?.appearance ?? {}).data ?? {}

function homeOf(site: Site | undefined): string | undefined {
  const [first = ''] = site?.redirectUris ?? []
  return isWeb(first) ? new URL('/', first).href : undefined
}
