/** Where a program of PostgreSQL is. */
export function postgresProgram(name: string): string

/** Whether this machine has one. */
export const hasPostgres: boolean

/** Whether this machine has one. */
export const hasRedis: boolean
