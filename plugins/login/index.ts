/**
 * How a reader logs in and out: by redirect, by popup, by the browser's own dialog, by the continue-as widget, by the links of the
 * page.
 */
export type {
  ContinueAsEndedContext,
  ContinueAsMode,
  ContinueAsOptions,
  ContinueAsResult,
  ContinueAsStartedContext,
  ContinueAsWay,
  ContinuedLogin,
  LoginBinding,
} from './continue-as.ts'
export { type FedcmApi, type FedcmOptions, fedcm, type OtherProvider } from './fedcm.ts'
export {
  type Locale,
  type LoginApi,
  type LoginBeforeContext,
  type LoginOptions,
  type LoginUrlOptions,
  login,
} from './login.ts'
export { type LoginLinksOptions, loginLinks } from './login-links.ts'
export {
  type LoginPopupApi,
  type LoginPopupOptions,
  type LoginPopupResult,
  loginPopup,
} from './login-popup.ts'
export { loginReturn } from './login-return.ts'
export { preferPopup } from './prefer-popup.ts'
export {
  type SimplifiedLoginApi,
  type SimplifiedLoginWidgetLoginOptions,
  type SimplifiedLoginWidgetOptions,
  simplifiedLogin,
} from './simplified-login.ts'
export {
  type SimplifiedLoginData,
  type UserContextApi,
  userContext,
} from './user-context.ts'
