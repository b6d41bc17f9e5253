/**
 * All that a page may import of @schibsted/account-sdk-browser, for sites that move over by a bundler's alias.
 */

export { Identity, Identity as default } from './identity.ts'
export { Monetization } from './monetization.ts'
export { Payment } from './payment.ts'
export { SDKError } from './sdk-error.ts'
export type * from './types.ts'
