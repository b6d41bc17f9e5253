/**
 * What a publisher's server does: it checks what the session service says, logs readers in, and hands on to the page what it
 * knows. It needs only WebCrypto, so it runs on Node, Deno, Bun and workers. None of it belongs into a page.
 */
export { anonymousScript } from './anonymous-script.ts'
export { type CacheCookie, readCacheCookie } from './cache-cookie.ts'
export { type InitialSessionOptions, initialSessionScript } from './initial-session-script.ts'
export { beginLogin, finishLogin } from './login.ts'
export type { LoginClient } from './login-client.ts'
export type {
  BeginLoginOptions,
  BeginStateLoginOptions,
  BegunLogin,
  BegunStateLogin,
  FinishedLogin,
  LoggedInUser,
  LoginFailure,
  NotBegun,
} from './login-types.ts'
export { preloadScript } from './preload-script.ts'
export type { IncomingRequest } from './request.ts'
export { type AccessRefusal, type VerifiedAccess, type VerifyAccessOptions, verifyAccess } from './verify-access.ts'
export {
  type SessionMembers,
  type SessionRefusal,
  type SignSessionOptions,
  signSession,
  type VerifiedSession,
  type VerifySessionOptions,
  verifySession,
} from './verify-session.ts'
