/**
 * Who the reader is: their identifiers, the pages of their account, and where they are logged in.
 */
export { type AccountPagesApi, accountPages } from './account-pages.ts'
export { type ExternalIdApi, externalId } from './external-id.ts'
export { type ListedSession, type SessionListApi, sessionList } from './session-list.ts'
export { type User, type UserApi, user } from './user.ts'
