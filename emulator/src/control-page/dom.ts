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
