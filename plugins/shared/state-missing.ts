/** What to say to a developer where a login or a purchase is asked for without a state. */
export const STATE_MISSING = 'state is missing. Give text that nobody can guess, such as crypto.randomUUID()'
