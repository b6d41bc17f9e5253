/**
 * All that a page may import of @schibsted/account-sdk-browser, for sites that move over by a bundler's alias.
 */

export { SDKError } from './errors.ts'
export { Identity, Identity as default } from './identity.ts'
export { Monetization } from './monetization.ts'
export { Payment } from './payment.ts'
export type * from './types.ts'
