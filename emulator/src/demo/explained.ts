// The code behind each button: what a publisher's page would say.

const CODE: Readonly<Record<string, string>> = {
  'log-in': "identity.login({ state, prompt: 'select_account' })",
  'log-out': "identity.logout(location.origin + '/')",
  'check-again': 'identity.clearCachedUserSession()\nawait identity.hasSession()',
  'open-devtools': 'identity.openDevtools()',
  'log-in-popup': 'const { outcome } = await identity.loginPopup({ state })',
  'step-up': "identity.login({ state, acrValues: 'password otp' })",
  'show-widget': 'await identity.showSimplifiedLoginWidget({ state: () => newState() })',
  'continue-as': "const { outcome } = await identity.continueAs({ state: newState, mode: 'active' })",
  'offer-to-continue': 'const { outcome } = await identity.continueAs({ state: newState })',
  disconnect: 'await identity.disconnect()',
  'log-in-link': 'link.href = identity.loginUrl({ state })',
  'account-link': 'link.href = identity.accountUrl()',
  'phones-link': 'link.href = identity.phonesUrl()',
}

/** Fills the list of what each button does. */
export function explainButtons(): void {
  const list = document.getElementById('button-code')
  for (const [id, code] of Object.entries(CODE)) {
    const name = document.createElement('dt')
    name.textContent = document.getElementById(id)?.textContent ?? id
    const text = document.createElement('code')
    text.textContent = code
    const shown = document.createElement('dd')
    shown.append(text)
    list?.append(name, shown)
  }
}
