/**
 * Shows a sentence of a service without its data: a name, a token or an address is not in the vocabulary. A list of
 * what may be shown is safe for what nobody has thought of; a list of what may not be shown is not.
 */

const VOCABULARY = new Set(
  [
    'a about access account again allowed already an and answer any api application are at auth authentication',
    'authorization available bad be been blocked but by call cannot certificate check client code configuration',
    'connection control cookie could credentials database denied disabled does down enabled endpoint environment',
    'error exceeded exception exist expired failed failure fault for forbidden found from gateway gone has have',
    'header id in inactive internal invalid is it key later limit limited logged login logout long maintenance',
    'malformed many match method mismatch missing must network no not o of off on or origin out overloaded page',
    'param parameter permission please policy provided proxy query rate redirect refused register registered',
    'request requests required resource response retry scheme scope seconds server service session sessions',
    'signature site slow status such switched temporarily temporary the there this time timed timeout to token too',
    'try type unable unauthorized unavailable unexpected unknown unsupported uri url user value was were with wrong',
    'you your',
  ].flatMap((line) => line.split(' ')),
)

/** Stands in the place of what is not shown. */
export const HIDDEN = '…'

const isKnown = (word: string): boolean => VOCABULARY.has(word.toLowerCase())

/** The known words of a sentence, with `…` for all others. Empty when there is none to show. */
export function shownWords(text: unknown): string {
  if (typeof text !== 'string') return ''
  const words = text.slice(0, 120).match(/[^\s,.:;!?'"()]+/g) ?? []
  const shown = words.map((word) => (isKnown(word) ? word : HIDDEN)).join(' ')
  return words.some(isKnown) ? shown.replace(/…( …)+/g, HIDDEN) : ''
}

/** The name of a kind of failure, such as `ClientException`; `…` for one that is not made of known words. */
export function shownType(type: unknown): string {
  if (!type) return ''
  const parts = /^[A-Za-z]+$/.test(`${type}`) ? (`${type}`.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? []) : []
  return parts.length > 0 && parts.every(isKnown) ? `${type}` : HIDDEN
}
