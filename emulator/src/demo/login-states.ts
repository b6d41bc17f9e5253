// States for logins, made and remembered by the site's server. Asked for ahead of the click, since a popup may
// only be opened within it; each is used once.

import type { LoginBinding } from './login-binding.ts'

export interface LoginStates {
  /** A state for a login in this page. */
  next(): Promise<string>
  /** A state for a login in a popup; a promise of one while it is on its way. */
  popup(): string | Promise<string>
  /** What the server has made for a state that was handed out. */
  bindingOf(state: string): LoginBinding | undefined
  /** A fresh pair: what was handed out may have been used. */
  refill(): void
}

export function loginStates(): LoginStates {
  const bindings = new Map<string, LoginBinding>()
  let page: Promise<string>
  let popup: string | Promise<string>

  async function ask(query: string): Promise<string> {
    const response = await fetch(`/login-state${query}`, { method: 'POST' })
    const { binding } = (await response.json()) as { binding: LoginBinding }
    bindings.set(binding.state, binding)
    return binding.state
  }

  function refill(): void {
    page = ask('')
    const asked = ask('?popup')
    popup = asked
    asked.then(
      (state) => {
        if (popup === asked) popup = state
      },
      () => undefined,
    )
    page.catch(() => undefined)
  }

  refill()
  return {
    next: () => page.catch(() => ask('')),
    popup: () => (typeof popup === 'string' ? popup : popup.catch(() => ask('?popup'))),
    bindingOf: (state) => bindings.get(state),
    refill,
  }
}
