// States for logins, made and remembered by the site's back end. Asked for ahead of the click, since a popup may
// only be opened within it; each is used once.

export interface LoginStates {
  /** A state for a login in this page. */
  next(): Promise<string>
  /** A state for a login in a popup, if one is there already. */
  popup(): string | undefined
  /** A fresh pair: what was handed out may have been used. */
  refill(): void
}

export function loginStates(): LoginStates {
  let page: Promise<string>
  let popup: string | undefined

  async function ask(query: string): Promise<string> {
    const response = await fetch(`/login-state${query}`)
    return ((await response.json()) as { state: string }).state
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
    refill,
  }
}
