// The control page's script: sends to the control API what the page's buttons and forms say, and keeps the page up to date.

import type { RequestEntry } from '../http/request-log.ts'
import { openEditor, valuesOf } from './editor.ts'
import { refresh } from './fresh.ts'
import { addRequest } from './requests.ts'

const API = '/control/api/'

/** Calls the API by a method and a path, which may name members of what is sent. @throws {Error} in the API's words */
async function call(what: string, given?: Readonly<Record<string, unknown>>): Promise<void> {
  const [method = '', path = ''] = what.split(' ')
  const filled = path.replace(/\{(\w+)\}/, (_, name: string) => encodeURIComponent(`${given?.[name]}`))
  const body = given && JSON.stringify(given)
  const response = await fetch(API + filled, { method, ...(body && { body }) })
  if (!response.ok) throw new Error((await response.json()).error)
}

/** Does it for a part of the page, and says there what went wrong, or nothing. @returns whether it was done */
async function act(part: Element, what: string, given?: Record<string, unknown>): Promise<boolean> {
  const problem = part.closest('dialog, section')?.querySelector('.problem') as Element
  problem.textContent = ''
  try {
    await call(what, given)
    await refresh()
    return true
  } catch (error) {
    problem.textContent = (error as Error).message
    return false
  }
}

/** Puts a registered address into the field in which a new one is typed, so that it is changed instead. */
function beginChange(button: HTMLElement, uri: string, what: string): void {
  const form = button.closest('article')?.querySelector('form') as HTMLFormElement
  const [field, submit] = form.elements as unknown as [HTMLInputElement, HTMLButtonElement]
  form.dataset.call = what
  field.value = uri
  submit.textContent = 'Save the change'
  field.focus()
}

document.addEventListener('click', async ({ target }) => {
  const button = (target as Element).closest('button')
  if (button === null) return
  const { call: what, editor, changes, asks, reloads, closes } = button.dataset
  if (closes !== undefined) button.closest('dialog')?.close()
  if (what === undefined) return
  if (editor !== undefined) return openEditor(button)
  if (changes !== undefined) return beginChange(button, changes, what)
  if (asks !== undefined && !confirm(`${button.ariaLabel}?`)) return
  const isDone = await act(button, what)
  if (isDone && reloads !== undefined) location.reload()
})

document.addEventListener('submit', async (event) => {
  const form = event.target as HTMLFormElement
  if (form.dataset.call === undefined) return
  event.preventDefault()
  if (await act(form, form.dataset.call, valuesOf(form))) form.closest('dialog')?.close()
})

const switches = document.getElementById('faults') as HTMLFormElement
switches.addEventListener('submit', (event) => event.preventDefault())
switches.addEventListener('change', ({ target }) => {
  const { name, value, checked, type } = target as HTMLInputElement
  const wanted = type === 'checkbox' ? checked : type === 'number' ? Number(value) : value
  void act(switches, 'PATCH faults', { [name]: wanted })
})

// a request somewhere is what changes sessions and users, so it is also when to look again
let pending = false
function refreshSoon(): void {
  if (pending) return
  pending = true
  setTimeout(() => {
    pending = false
    void refresh()
  }, 300)
}

function hear(entry: RequestEntry): void {
  // this page's own requests would fill the list, and each look would cause the next
  if (entry.path.startsWith('/control')) return
  addRequest(entry)
  refreshSoon()
}

new EventSource(`${API}requests/stream`).addEventListener('message', ({ data }) => hear(JSON.parse(data)))
for (const entry of await (await fetch(`${API}requests`)).json()) hear(entry)
