/**
 * What a reader may read, and the pages on which they pay for it.
 */
export { type AccessApi, type AccessEvent, access } from './access.ts'
export type { AccessResponse } from './access-response.ts'
export type { Access } from './outcome.ts'
export {
  type CampaignFlowOptions,
  type PaylinkOptions,
  type PaymentApi,
  type PaymentOptions,
  type ProductFlowOptions,
  type PromoCodeFlowOptions,
  payment,
} from './payment.ts'
