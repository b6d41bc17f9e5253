/**
 * For a site's own tests: an identity that asks nobody, and the services' answers for whoever stands in for a network.
 */

export type { FakeWidget } from './fake-browser.ts'
export {
  type FakeControls,
  type FakeIdentity,
  type FakeIdentityOptions,
  fakeIdentity,
  type RecordedCall,
} from './fake-identity.ts'
export { type FakeService, type FakeServiceOptions, fakeService } from './fake-service.ts'
export type { ReaderState } from './reader-state.ts'
export { reset } from './reset.ts'
export { response, responses, type ServiceResponse } from './responses.ts'
export { type StubbedFetch, stubFetch } from './stub-fetch.ts'
