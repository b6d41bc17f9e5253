/**
 * The reader's consents: read from the page's consent-management platform, forwarded in login URLs.
 */
export { consentManagement } from './consent-management.ts'
export {
  type ConsentReader,
  type ConsentsOptions,
  consents,
} from './consents.ts'
