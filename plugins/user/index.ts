/**
 * Who the reader is: their identifiers, and the pages of their account.
 */
export { type AccountPagesApi, accountPages } from './account-pages.ts'
export { type ExternalIdApi, externalId } from './external-id.ts'
export { type User, type UserApi, user } from './user.ts'
