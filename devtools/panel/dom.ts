/**
 * Makes elements without strings of markup, which a page with Trusted Types refuses.
 */

/** Makes an element. Attributes whose names begin with `on` are listeners. */
export function make(
  document: Document,
  name: string,
  attributes: Readonly<Record<string, string | ((event: never) => unknown)>> = {},
  ...children: readonly (Node | string)[]
): HTMLElement {
  const made = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === 'function') made.addEventListener(key.slice(2), value as EventListener)
    else made.setAttribute(key, value)
  }
  made.append(...children)
  return made
}
