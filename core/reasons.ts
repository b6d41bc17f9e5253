/**
 * Every reason for an error, and what it means: the one catalogue. Development messages quote it, and documentation
 * is made from it. Reasons are stable: none is renamed within a major version.
 */
export const EXPLANATIONS = {
  'option-invalid': 'An option of the constructor or of a plugin is wrong.',
  'argument-invalid': 'An argument of a method is wrong.',
  'plugin-conflict': 'Two plugins do not go together: compose one of them.',
  'plugin-missing': 'Something needs a plugin that was not composed: compose it too.',
  'plugin-failed': 'A plugin threw while it was set up, or from a hook: see the cause.',
  disposed: 'This identity was disposed: construct a new one.',
  'session-missing': 'The session service knows no session for this browser: the user is not logged in here.',
  'session-refused': 'The session service answered with a failure: see the code.',
  'session-unreachable':
    'No answer came, or the service failed. The console says more, and diagnose() of portico/devtools tells which.',
  'session-malformed': 'The answer is not what a session service sends: see that sessionDomain is the address of one.',
  timeout: 'The service accepted the call and did not answer in time.',
  'not-connected': 'The user is not connected to this merchant: let them log in first.',
  'identifier-missing': 'The session lacks the identifier that was asked for.',
  'session-refreshing': 'The page is being left to refresh the session cookie: ask again on the next page.',
  'refresh-failed': 'Refreshing the session cookie did not help, or is not possible here.',
  'redirect-refused': 'The session service wanted to send the browser outside of its own address.',
  'callback-failed': 'A function of the page, called by the library, threw: see the cause.',
  'crypto-unavailable': 'The browser has no WebCrypto here: serve the page over https.',
  'identity-missing': 'A component looked for the identity that one above it hands down, and none does.',
  'widget-unavailable': 'The simplified login widget cannot be shown: nobody is known, or it did not load.',
} as const

/** Why an SDKError was thrown; for code to branch on. */
export type SDKErrorReason = keyof typeof EXPLANATIONS

/** What goes wrong between the page and the session service. None of it says anything about the reader. */
export const SERVICE_TROUBLE: readonly SDKErrorReason[] = [
  'session-refused',
  'session-unreachable',
  'session-malformed',
  'timeout',
]
