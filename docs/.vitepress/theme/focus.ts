/** Whoever goes by keyboard goes on where something has opened or closed. */

/** The first control of what a button has opened in its own place. */
export const vFocus = {
  mounted(element: HTMLElement, { value = true }: { value?: boolean }): void {
    if (value) element.focus()
  },
}

/** Gives the focus back when Escape has closed the search, which VitePress leaves out. */
export function focusAfterSearch(document: Document): void {
  const isInSearch = (target: EventTarget | null) =>
    !!(target as Element | null)?.closest('.VPLocalSearchBox')
  let before: HTMLElement | undefined
  document.addEventListener('focusin', ({ target }) => {
    if (!isInSearch(target)) before = target as HTMLElement
  })
  document.addEventListener('focusout', ({ target, relatedTarget }) => {
    if (!relatedTarget && !isInSearch(target)) before = undefined
  })
  // The search closes when the key is pressed, and nothing has the focus until it is let go.
  document.addEventListener('keyup', ({ key }) => {
    if (key === 'Escape' && document.activeElement === document.body) before?.focus()
  })
}
