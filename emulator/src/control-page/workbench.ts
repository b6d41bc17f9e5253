// The forms and buttons of the control page that make and remove things.

import { api } from './api.ts'
import { byId } from './dom.ts'

/** Shows what went wrong, or nothing. */
async function trying(stateId: string, act: () => Promise<unknown>, done: string): Promise<void> {
  try {
    await act()
    byId(stateId).textContent = done
  } catch (error) {
    byId(stateId).textContent = (error as Error).message
  }
}

/** Lets users be made, and everything be reset. */
export function followForms(refresh: () => Promise<void>): void {
  const form = byId<HTMLFormElement>('new-user')
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    const given = [...new FormData(form)].filter(([, value]) => value !== '')
    void trying(
      'user-state',
      async () => {
        await api.post('users', Object.fromEntries(given))
        form.reset()
        await refresh()
      },
      'Made.',
    )
  })
  byId('reset-everything').addEventListener('click', () => {
    void trying(
      'everything-state',
      async () => {
        await api.remove('everything')
        // the switches are shown anew as well
        location.reload()
      },
      'Reset.',
    )
  })
}
