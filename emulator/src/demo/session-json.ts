// The session as the page has it, or why it has none; secrets are left out, as they are from every log.

const SECRETS = ['sig', 'sp_id']

/** Shows a session, or the error that came in its place. */
export function showSessionJson(answer: unknown): void {
  const { name, reason, code, type } = answer as {
    name?: string
    reason?: string
    code?: number
    type?: string
  }
  const shown = name === 'SDKError' ? { name, reason, code, type } : answer
  const text = JSON.stringify(shown, (key, value) => (SECRETS.includes(key) ? '…' : value), 2)
  const element = document.getElementById('session-json')
  if (element !== null) element.textContent = text
}
