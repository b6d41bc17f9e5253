/**
 * Who the reader is: their identifiers, what the account service knows of them, the pages of their account.
 */
export { type AccountPagesApi, accountPages } from './account-pages.ts'
export { type ExternalIdApi, externalId } from './external-id.ts'
export { type User, type UserApi, user } from './user.ts'
export {
  type SimplifiedLoginData,
  type UserContextApi,
  type UserContextRequestContext,
  userContext,
} from './user-context.ts'
