// How the service's pages look to the readers of a site.

import { z } from 'zod'
import { contrastOf, MIN_CONTRAST } from './contrast.ts'
import { isWeb, text, webAddress } from './web-address.ts'

/** Colours as six hexadecimal digits, such as `#0a6cff`. */
export interface Colors {
  readonly background?: string
  readonly text?: string
  /** Background of the button. Its text is white where that can be read, else black. */
  readonly button?: string
}

/** What a publisher gives of a site, so that its readers know where they are. */
export interface Appearance {
  /** What readers call the site. @default the host of `home` */
  readonly name?: string
  /** A picture in the place of the name: an https address, or `data:image/…`. It is shown at most 40 px high. */
  readonly logo?: string
  /** Where the pages lead. @default `/` at the origin of the first of `redirectUris` */
  readonly home?: string
  readonly colors?: Colors
  /** For readers who want it dark. @default `colors.button` on a dark background */
  readonly darkColors?: Colors
}

export const LIGHT: Required<Colors> = { background: '#ffffff', text: '#1c1c1e', button: '#1c1c1e' }
export const DARK: Required<Colors> = { background: '#161618', text: '#f2f2f3', button: '#f2f2f3' }

const COLOR = 'give a colour of six digits, such as #0a6cff'
const color = z.string({ error: COLOR }).regex(/^#[\da-f]{6}$/i)

const colors = (otherwise: Required<Colors>) =>
  z
    .strictObject(
      { background: color, text: color, button: color },
      { error: 'give background, text and button' },
    )
    .partial()
    .refine(
      ({ background = otherwise.background, text = otherwise.text }) =>
        contrastOf(background, text) >= MIN_CONTRAST,
      { error: `give text that can be read on the background: a contrast of ${MIN_CONTRAST} or more` },
    )

const LOGO = 'give an https address, or data:image/…'

/** What `appearance` of a site may be. */
export const appearanceSchema: z.ZodType<Appearance> = z
  .strictObject(
    {
      name: text('give what readers call the site').max(60, { error: 'give at most 60 characters' }),
      logo: text(LOGO).refine((url) => isWeb(url) || /^data:image\//.test(url)),
      home: webAddress('give the address of the start page, such as https://www.site.com/'),
      colors: colors(LIGHT),
      darkColors: colors(DARK),
    },
    { error: 'give name, logo, home, colors and darkColors, or some of them' },
  )
  .partial()
