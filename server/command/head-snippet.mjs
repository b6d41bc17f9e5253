/**
 * The script for the page's head, of a client's values: for the command, and for the documentation's page, where it runs in the
 * browser.
 */
import { EXPLANATIONS } from 'portico/core'
import { PRE, PRO, PRO_DK, PRO_FI, PRO_NO } from 'portico/presets/environments'
import { preloadScript } from 'portico/server'

const ENVIRONMENTS = [PRE, PRO, PRO_NO, PRO_FI, PRO_DK]

/** The environments that have a name. */
export const NAMES = ENVIRONMENTS.map(({ name }) => name)

/** What was given that makes no script, in a sentence that begins with the name of the value. */
export class ValueError extends Error {}

/** The library's own words, without those for whoever constructs an identity. */
const sentenceOf = ({ reason, message }) => message.replace(`${reason}: `, '').replace(` ${EXPLANATIONS[reason]}`, '')

/**
 * Makes the script.
 *
 * @param {object} values of the client: `clientId`, `sessionDomain` and `redirectUri`, and `env`, a name or an environment
 * @throws {ValueError}
 */
export function headScript({ env, ...values }) {
  const environment = typeof env === 'object' ? env : ENVIRONMENTS.find(({ name }) => name === env)
  if (!environment)
    throw new ValueError(`env is ${env ? JSON.stringify(env) : 'missing'}. Give one of ${NAMES.join(', ')}.`)
  if (typeof environment.sdrnNamespace !== 'string')
    throw new ValueError('sdrnNamespace is missing. Give the namespace of its identifiers, such as site.com.')
  try {
    return preloadScript({ ...values, env: environment })
  } catch (error) {
    throw new ValueError(sentenceOf(error), { cause: error })
  }
}

/** The script as it stands in a page. */
export const elementOf = (script) => `<script>${script}</script>`

/** What a Content Security Policy says that allows the element. */
export async function sourceOf(script) {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(script))
  return `'sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}'`
}
