// The languages that a login URL can name.

import { enUS } from './en-us.ts'
import { fiFI } from './fi-fi.ts'
import { nbNO } from './nb-no.ts'
import { svSE } from './sv-se.ts'
import type { Texts } from './texts.ts'

const LOCALES = new Map([
  ['nb_NO', nbNO],
  ['fi_FI', fiFI],
  ['sv_SE', svSE],
  ['en_US', enUS],
])

/** The texts for a `locale` parameter; English for one that is not offered. */
export function textsFor(locale: unknown): Texts {
  return LOCALES.get(String(locale)) ?? enUS
}
