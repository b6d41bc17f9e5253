/** Words for messages to developers. Nothing here is in a build for readers. */

/** What to say where a login or a purchase is asked for without a state. */
export const STATE_MISSING = 'state is missing. Give text that nobody can guess, such as crypto.randomUUID()'

/** An address without the parts that may be secret: credentials, query, fragment. */
const withoutSecrets = (text: string): string => text.replace(/\/\/[^/]*@/, '//…@').replace(/([?#]).*/s, '$1…')

function quoted(value: unknown): string {
  if (Array.isArray(value)) return 'an array'
  if (typeof value === 'string') return JSON.stringify(withoutSecrets(value).slice(0, 80))
  if (value && ['object', 'function', 'symbol'].includes(typeof value)) return `of type ${typeof value}`
  return value === undefined ? 'missing' : `${value}`
}

/** Says what was given, in quotes, so that a typo can be seen, and what to give instead. Not for secrets. */
export function given(name: string, value: unknown, wanted: string): string {
  return `${name} is ${quoted(value)}. Give ${wanted}`
}
