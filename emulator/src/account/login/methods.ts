// The ways to authenticate that a site can ask for (acr_values), what each leaves in the `amr` claim, and which
// of them a person still has to go through.

/** A way to authenticate. */
export type Method =
  | 'password'
  | 'otp'
  | 'sms'
  | 'otp-email'
  | 'eid'
  | 'eid-no'
  | 'eid-se'
  | 'eid-fi'
  | 'eid-dk'

// the values of RFC 8176 where it has one; the others say what was done in the words it was asked for
const AMR: Record<Method, string> = {
  password: 'pwd',
  otp: 'otp',
  sms: 'sms',
  'otp-email': 'otp-email',
  eid: 'eid',
  'eid-no': 'eid-no',
  'eid-se': 'eid-se',
  'eid-fi': 'eid-fi',
  'eid-dk': 'eid-dk',
}

/** Methods that only add to another one: a code alone does not say who somebody is. */
const SECOND_FACTORS: readonly Method[] = ['otp', 'sms']

/** The methods named in `acr_values`, in that order; values that nobody knows are voluntary and left out. */
export function askedMethods(acrValues: unknown): Method[] {
  return [...new Set(String(acrValues ?? '').split(' '))].filter((value): value is Method =>
    Object.hasOwn(AMR, value),
  )
}

/** The `amr` claim for what was done, on top of what the session had before. Two factors make it `mfa`. */
export function amrOf(done: readonly Method[], before: readonly string[] = []): string[] {
  const all = new Set([...before.filter((value) => value !== 'mfa'), ...done.map((method) => AMR[method])])
  return all.size > 1 ? [...all, 'mfa'] : [...all]
}

/** Whether a session that holds these `amr` values already satisfies the method. */
export function isSatisfied(method: Method, sessionAmr: readonly string[]): boolean {
  // a password that is asked for by name is a confirmation: having given it before does not count
  return method !== 'password' && sessionAmr.includes(AMR[method])
}

/**
 * What a person has to go through, in order.
 *
 * @param sessionAmr `amr` of the running session when it may be built on; undefined for a full login
 */
export function requiredMethods(acrValues: unknown, sessionAmr: readonly string[] | undefined): Method[] {
  const asked = askedMethods(acrValues)
  if (sessionAmr !== undefined) {
    return asked.length === 0 ? ['password'] : asked.filter((method) => !isSatisfied(method, sessionAmr))
  }
  const identifying = asked.some((method) => !SECOND_FACTORS.includes(method))
  return identifying ? asked : ['password', ...asked]
}
