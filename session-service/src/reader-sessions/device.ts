// What a reader logs in with, in a person's words: "Firefox" on "Android". The header itself is not kept, since its details tell one browser
// from the others.

import bowser from 'bowser'

/** Names of well-known products. Undefined where the header names none of them. */
export interface Device {
  /** Such as `Firefox`. */
  readonly browser: string | undefined
  /** Such as `Android`, `Windows` or `iPhone`. */
  readonly device: string | undefined
}

/** Longer ones are cut: what names browser and system stands at the beginning or not far from it. */
const MAX_LENGTH = 512

const BROWSERS: readonly string[] = Object.values(bowser.BROWSER_MAP)
const DEVICES: readonly string[] = [...Object.values(bowser.OS_MAP), 'iPhone', 'iPad']

/** @param userAgent the header `User-Agent`, which anybody may have written */
export function deviceOf(userAgent: string | undefined): Device {
  const { browser, os, platform } = bowser.parse(userAgent?.slice(0, MAX_LENGTH) || '-')
  const known = (names: readonly string[], ...found: (string | undefined)[]): string | undefined =>
    found.find((name) => name !== undefined && names.includes(name))
  return { browser: known(BROWSERS, browser.name), device: known(DEVICES, platform.model, os.name) }
}
