/**
 * JSON from outside: what a service, a storage or another tab has sent. This is the one place that guards against what an old script
 * has added to `Object.prototype`: only an object's own members count.
 */

/** An object's own members. None where the value is no object. */
export const ownMembers = (value: unknown): Record<string, unknown> => ({ __proto__: null, ...(value as object) })

/** Text that says something, or a number. Anything else counts as absent. */
export function usable(value: unknown): string | number | undefined {
  if (typeof value === 'number') return value
  if (typeof value === 'string' && value.trim()) return value
}

/** A value that is a number, and nothing else. */
export const numberIn = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined)
