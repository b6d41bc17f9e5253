/**
 * What a publisher's server does: it checks what the session service says, logs readers in, and hands on to the page what it
 * knows. By WebCrypto alone, for Node, Deno, Bun and workers; no browser code belongs here, and none of this into a page.
 */
export { type CacheCookie, readCacheCookie } from './cache-cookie.ts'
export type { IncomingRequest } from './cookies.ts'
export { headStartScript } from './head-start-script.ts'
export { type InitialSessionOptions, initialSessionScript } from './initial-session-script.ts'
export {
  type BeginLoginOptions,
  type BegunLogin,
  beginLogin,
  type FinishedLogin,
  finishLogin,
  type LoggedInUser,
  type LoginFailure,
} from './login.ts'
export type { LoginClient } from './login-client.ts'
export {
  type SessionRefusal,
  type SignSessionOptions,
  signSession,
  type VerifiedSession,
  type VerifySessionOptions,
  verifySession,
} from './verify-session.ts'
