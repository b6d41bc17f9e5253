// The two pages that the browser opens in a window of its own while its dialog waits: one to log in, one to agree.

import { html, raw } from 'hono/html'
import type { Html } from '../../http/html.ts'
import { jsonScript } from '../../http/html.ts'
import { accountPage } from '../pages/frame.ts'

const closingPage = (title: string, heading: string): Html =>
  accountPage(
    title,
    html`<h1>${heading}</h1>
<p>This window closes by itself, where a dialog of the browser has opened it.</p>
<script>${raw('globalThis.IdentityProvider?.close()')}</script>`,
  )

/** Where the window of `login_url` ends: the browser asks for the accounts again. */
export const loggedInPage = (): Html => closingPage('Logged in', 'You are logged in')

/** Where it ends when the reader cancels. */
export const cancelledPage = (): Html => closingPage('Not logged in', 'You did not log in')

// `resolve` ends the dialog and closes the window; without a token, it would end as if there were one
const AGREE = `
const { ticket, accountId } = JSON.parse(document.getElementById('continuation').textContent)
document.getElementById('agree').onclick = async () => {
  const response = await fetch('/fedcm/continue', { method: 'POST', body: new URLSearchParams({ ticket }) })
  if (!response.ok) return IdentityProvider.close()
  const { token } = await response.json()
  await IdentityProvider.resolve(token, { accountId })
}
document.getElementById('refuse').onclick = () => IdentityProvider.close()`

/** Where the window of `continue_on` leads. */
export const continuePage = (
  names: { readonly client: string; readonly user: string },
  facts: { readonly ticket: string; readonly accountId: string },
): Html =>
  accountPage(
    'Continue',
    html`<h1>Continue to ${names.client}?</h1>
<p>You are logged in as ${names.user}. This account service asks once more before it tells the site.</p>
<p><button type="button" class="primary" id="agree" data-testid="fedcm-agree">Continue</button>
<button type="button" id="refuse" data-testid="fedcm-refuse">Cancel</button></p>
${jsonScript('continuation', facts)}<script>${raw(AGREE)}</script>`,
  )
