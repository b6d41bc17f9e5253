/**
 * Every plugin by name, family by family. Bundlers keep only those that are used.
 */
export * from './access/index.ts'
export * from './consents/index.ts'
export * from './login/index.ts'
export * from './reporting/index.ts'
export * from './session/index.ts'
export * from './tabs/index.ts'
export * from './transport/index.ts'
export * from './user/index.ts'
