// The dialogs by which something is made or changed.

/** Opens the dialog that a button names, filled with what the button says. */
export function openEditor(button: HTMLElement): void {
  const { editor, call, title = '', values } = button.dataset
  const dialog = document.getElementById(`${editor}-editor`) as HTMLDialogElement
  const form = dialog.querySelector('form') as HTMLFormElement
  form.reset()
  form.dataset.call = call
  for (const element of dialog.querySelectorAll('h2')) element.textContent = title
  for (const element of dialog.querySelectorAll('.problem')) element.textContent = ''
  for (const field of form.querySelectorAll<HTMLInputElement>('.new')) field.disabled = values !== undefined
  for (const [name, value] of Object.entries(JSON.parse(values ?? '{}'))) {
    const field = form.elements.namedItem(name) as HTMLInputElement | null
    if (field?.type === 'checkbox') field.checked = value === true
    else if (field) field.value = `${value}`
  }
  // the browser gives the focus back to the button, unless that has been made again meanwhile
  const label = button.getAttribute('aria-label')
  // The listener stays after its first event: that of a dialog closed just before may come when this one is open.
  dialog.onclose = () => {
    if (!button.isConnected && !focusLabelled(label)) document.getElementById(`new-${editor}`)?.focus()
  }
  dialog.showModal()
}

/** What stands in the fields of a form; what is left empty is not said. */
export function valuesOf(form: HTMLFormElement): Record<string, unknown> {
  const given = [...new FormData(form)].filter(([, value]) => value !== '')
  const boxes = form.querySelectorAll<HTMLInputElement>('[type=checkbox]')
  return Object.fromEntries([...given, ...[...boxes].map(({ name, checked }) => [name, checked])])
}

/** Gives the focus to the element of a label; false when there is none any more. */
export function focusLabelled(label: string | null | undefined): boolean {
  const found = label && document.querySelector<HTMLElement>(`[aria-label="${CSS.escape(label)}"]`)
  if (found) found.focus()
  return Boolean(found)
}
