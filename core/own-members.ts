/**
 * Outside data, without what an old library or an outsider may have added to `Object.prototype`.
 */

/** An object's own members. None where the value is no object. */
export const ownMembers = (value: unknown): Record<string, unknown> => ({ __proto__: null, ...(value as object) })
