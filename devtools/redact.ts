/**
 * What may be shown of an address: where it leads and which parameters it has, and no value of them.
 */

/** An address without values: credentials, query values and fragment are taken out. */
export function withoutValues(address: string): string {
  if (!URL.canParse(address)) return '(no address)'
  const { protocol, host, pathname, searchParams } = new URL(address)
  const names = [...new Set(searchParams.keys())]
  return `${protocol}//${host}${pathname}${names.length > 0 ? `?${names.join('&')}` : ''}`
}

/** The origin of an address; empty when it is none. */
export const originOf = (address: string): string => (URL.canParse(address) ? new URL(address).origin : '')

/** The host of an address, without its port; empty when it is none. */
export const hostOf = (address: string): string => (URL.canParse(address) ? new URL(address).hostname : '')

/** A server's own words, if they are words: what could be a token, an address or a name with digits is left out. */
export function plainWords(text: unknown): string {
  const words = typeof text === 'string' ? text.slice(0, 120) : ''
  return /^((\p{Lu}?\p{Ll}{1,15}|\p{Lu}{1,5})[,.]?( |$))+$/u.test(words) ? words : ''
}
