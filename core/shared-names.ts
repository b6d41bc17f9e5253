/**
 * Names by which the library and the scripts that a server puts into a page find each other.
 */

/** The key of the tab's number in session storage: plain text, one for all clients of the origin. */
export const TAB_ID_KEY = 'portico.tab'

/** What the name of the channel, and each message, of a page on which a login popup ends begins with. The client follows. */
export const RELAY_PREFIX = 'portico.login '
