// States for logins, made and remembered by the site's server. Asked for ahead of the click, since a popup may
// only be opened within it; each is used once.

import type { LoginBinding } from './login-binding.ts'

export interface LoginStates {
  /** A state for a login in this page. */
  next(): Promise<string>
  /** A state for a login in a popup, if one is there already. */
  popup(): string | undefined
  /** What the server has made for a state that was handed out. */
  bindingOf(state: string): LoginBinding | undefined
  /** A fresh pair: what was handed out may have been used. */
  refill(): void
}

export function loginStates(): LoginStates {
  const bindings = new Map<string, LoginBinding>()
  let page: Promise<string>
  let popup: string | undefined

  async function ask(query: string): Promise<string> {
    const response = await fetch(`/login-state${query}`, { method: 'POST' })
    const { binding } = (await response.json()) as { binding: LoginBinding }
    bindings.set(binding.state, binding)
    return binding.state
  }

  function refill(): void {
    page = ask('')
    popup = undefined
    ask('?popup').then(
      (state) => {
        popup = state
      },
      // without a state there is no login; the next one asks again
      () => undefined,
    )
    page.catch(() => undefined)
  }

  refill()
  return {
    next: () => page.catch(() => ask('')),
    popup: () => popup,
    bindingOf: (state) => bindings.get(state),
    refill,
  }
}
