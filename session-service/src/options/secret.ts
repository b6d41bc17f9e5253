// Secrets, which can be rotated while the service runs.

/**
 * One secret, or several during a rotation: the first one signs and encrypts, and all of them are accepted. 32 characters or more that nobody
 * can guess, such as `openssl rand -base64 48` prints.
 */
export type Secret = string | readonly string[]

/** Those that are accepted. */
export const allOf = (secret: Secret): readonly string[] => (typeof secret === 'string' ? [secret] : secret)

/** The one that signs. */
export const firstOf = (secret: Secret): string => allOf(secret)[0] as string
