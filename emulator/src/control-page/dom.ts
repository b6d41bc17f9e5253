// Small helpers to build rows and buttons without markup strings.

type Child = Node | string

/** A time of day. */
export const timeOf = (value: string | number): string => new Date(value).toLocaleTimeString('en-GB')

/** The element with an id that the page is known to have. */
export function byId<E extends HTMLElement = HTMLElement>(id: string): E {
  const found = document.getElementById(id)
  if (found === null) throw new Error(`the page has no #${id}`)
  return found as E
}

export function make(name: string, ...children: readonly Child[]): HTMLElement {
  const made = document.createElement(name)
  made.append(...children)
  return made
}

export function row(...cells: readonly Child[]): HTMLElement {
  return make('tr', ...cells.map((cell) => make('td', cell)))
}

/** A row that says that there are none. */
export function emptyRow(columns: number, text: string): HTMLElement {
  const cell = make('td', text)
  cell.setAttribute('colspan', String(columns))
  cell.className = 'hint'
  return make('tr', cell)
}

export function button(text: string, label: string, onClick: () => unknown): HTMLElement {
  const made = make('button', text)
  made.setAttribute('type', 'button')
  made.setAttribute('aria-label', label)
  made.addEventListener('click', onClick)
  return made
}

/** A button that deletes: it asks first. What it deletes is said by its label. */
export const removal = (label: string, onClick: () => unknown): HTMLElement =>
  button('Remove', label, () => confirm(`${label}?`) && onClick())

const shown = new Map<string, string>()

/** Shows again what has changed. What has not is left as it is: somebody may be typing there, or going through it by keyboard. */
export function showIfChanged(id: string, state: unknown, children: () => readonly Node[]): void {
  const text = JSON.stringify(state)
  if (shown.get(id) === text) return
  shown.set(id, text)
  const place = byId(id)
  const focused = place.contains(document.activeElement) ? labelOf(document.activeElement) : undefined
  place.replaceChildren(...children())
  focusLabelled(focused)
}

/** By what an element is found again, once it has been made again. */
export const labelOf = (element: Element | null): string | undefined =>
  element?.getAttribute('aria-label') ?? undefined

/** Gives the focus to the element of a label; false when there is none any more. */
export function focusLabelled(label: string | undefined): boolean {
  const found = document.querySelector<HTMLElement>(`[aria-label="${CSS.escape(label ?? '')}"]`)
  found?.focus()
  return found !== null
}
