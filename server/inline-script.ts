/**
 * Values in the text of a script that stands within HTML.
 */

/** Characters that could end the script element, begin a comment in it, or end a line in older engines. */
const UNSAFE = /[<>\u2028\u2029]/g

/** A text as a string literal that is safe in a script element. */
export function quote(text: string): string {
  return JSON.stringify(text).replace(UNSAFE, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
