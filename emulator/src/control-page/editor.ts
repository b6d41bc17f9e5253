// A form in a dialog, by which something is made or changed: the API says whether it can be used, and why not.

import { byId, focusLabelled, labelOf } from './dom.ts'

export type Values = Record<string, string | boolean>

/** What an editor is opened for. */
export interface Editing {
  readonly title: string
  /** What the fields begin with. */
  readonly values: Readonly<Record<string, unknown>>
  /** Fields that stay as they are; of something new, none. */
  readonly fixed: readonly string[]
  /** Rejects with the sentence that says what is wrong. */
  save(values: Values): Promise<unknown>
}

const controls = (form: HTMLFormElement): (HTMLInputElement | HTMLSelectElement)[] =>
  [...form.elements].filter(
    (element): element is HTMLInputElement | HTMLSelectElement =>
      element instanceof HTMLInputElement || element instanceof HTMLSelectElement,
  )

/** What stands in the fields; what is left empty is not said. */
function valuesOf(form: HTMLFormElement): Values {
  const given = controls(form).filter(({ disabled, value }) => !disabled && value !== '')
  const chosen = (control: HTMLInputElement | HTMLSelectElement): string | boolean =>
    control.type === 'checkbox' ? (control as HTMLInputElement).checked : control.value
  return Object.fromEntries(given.map((control) => [control.name, chosen(control)]))
}

/** Gives the function that opens the editor of this id. */
export function editor(id: string): (editing: Editing) => void {
  const dialog = byId<HTMLDialogElement>(`${id}-editor`)
  const form = dialog.querySelector('form') as HTMLFormElement
  const problem = dialog.querySelector('[role=alert]') as HTMLElement
  let opener: string | undefined
  let save: Editing['save'] = async () => undefined

  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    problem.textContent = ''
    try {
      await save(valuesOf(form))
      dialog.close()
    } catch (error) {
      problem.textContent = (error as Error).message
    }
  })
  // the browser gives the focus back to what opened the dialog, unless that has been made again
  dialog.addEventListener('close', () => {
    const { activeElement, body } = document
    const isLost = activeElement === null || activeElement === body || dialog.contains(activeElement)
    if (isLost && !focusLabelled(opener)) byId(`new-${id}`).focus()
  })
  dialog.querySelector('[value=cancel]')?.addEventListener('click', () => dialog.close())

  return (editing) => {
    form.reset()
    save = editing.save
    opener = labelOf(document.activeElement)
    problem.textContent = ''
    byId(`${id}-editor-title`).textContent = editing.title
    for (const control of controls(form)) {
      const value = editing.values[control.name]
      control.disabled = editing.fixed.includes(control.name)
      if (control.type === 'checkbox') (control as HTMLInputElement).checked = value === true
      else if (value !== undefined) control.value = String(value)
    }
    for (const part of form.querySelectorAll<HTMLElement>('.new')) part.hidden = editing.fixed.length > 0
    dialog.showModal()
  }
}
