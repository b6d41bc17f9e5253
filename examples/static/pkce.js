/**
 * A login without a server, by PKCE (RFC 7636): the page makes a secret, sends its hash with the login, and shows the secret
 * when it exchanges the code. So a code that somebody else sees is worth nothing to them.
 */
const KEY = 'login'

const base64url = (bytes) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

const random = () => base64url(crypto.getRandomValues(new Uint8Array(32)))

/** Begins a login: what its address has to carry. The tab remembers the rest. */
export async function beginLogin() {
  const login = { state: random(), nonce: random(), verifier: random() }
  sessionStorage.setItem(KEY, JSON.stringify(login))
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(login.verifier))
  const challenge = base64url(new Uint8Array(hash))
  const { state, nonce } = login
  return { state, nonce, code_challenge: challenge, code_challenge_method: 'S256' }
}

const claimsOf = (token) => JSON.parse(atob(token.split('.')[1].replaceAll('-', '+').replaceAll('_', '/')))

/**
 * Finishes it: exchanges the code.
 *
 * @param query of the address that the browser has come back to
 * @returns what the ID token says; undefined when this tab has begun no such login, or it was refused
 */
export async function finishLogin(query, { clientId, redirectUri, env }) {
  const { state, nonce, verifier } = JSON.parse(sessionStorage.getItem(KEY) ?? '{}')
  sessionStorage.removeItem(KEY)
  // A link of somebody else's, with a code of theirs, would log the reader in as them.
  if (!state || query.get('state') !== state) return undefined
  const response = await fetch(`${env.accountUrl}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: clientId,
      redirect_uri: redirectUri,
      code: query.get('code'),
      code_verifier: verifier,
    }),
  })
  if (!response.ok) return undefined
  // It comes from the account service itself, so its signature needs no check (OpenID Connect Core, section 3.1.3.7).
  const claims = claimsOf((await response.json()).id_token)
  return claims.nonce === nonce && claims.aud === clientId ? claims : undefined
}
