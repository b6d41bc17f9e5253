/**
 * Every reason for an error, and what it means: the one catalogue. Development messages quote it, and documentation
 * is made from it. Reasons are stable: none is renamed within a major version.
 */
export const EXPLANATIONS = {
  'option-invalid': 'An option of the constructor or of a plugin is wrong.',
  'argument-invalid': 'An argument of a method is wrong.',
  'plugin-conflict': 'Two plugins cannot be composed together. Leave one of them out.',
  'plugin-missing': 'A plugin that is needed was not composed. Compose it too.',
  'plugin-failed': 'A plugin threw an error in its setup or in a hook. Look at the cause of this error.',
  disposed: 'This identity was disposed. Construct a new one.',
  'session-missing':
    'The session service knows no session for this browser. The reader is not logged in here. Offer a login.',
  'session-refused': 'The session service refused the call. Look at the code of this error.',
  'session-unreachable':
    'The service failed, or no answer came. Read the console, or call diagnose() of portico/devtools, to find out which.',
  'session-malformed':
    'The answer is not one that a session service sends. Check that sessionDomain is the address of a session service.',
  timeout: 'The service did not answer in time. Find out why it is slow.',
  'not-connected': 'The reader is not connected to this publisher. Offer a login.',
  'identifier-missing':
    'The session does not have this identifier. Ask the operator of the session service whether the client may have it.',
  'session-refreshing': 'The browser is leaving the page to refresh the session cookie. Ask again on the next page.',
  'refresh-failed':
    'The session cookie could not be refreshed. Check that cookies and storage are allowed on this page.',
  'redirect-refused':
    'The session service asked for a visit to an address that is not its own. Tell the operator of the session service.',
  'callback-failed': 'A function that the page gave to the library threw an error. Look at the cause of this error.',
  'crypto-unavailable': 'The browser has no WebCrypto on this page. Serve the page over https.',
  'identity-missing': 'No component above this one provides the identity. Provide it above.',
  'continue-as-forbidden':
    'A policy of the page forbids the dialog of the browser (FedCM). Change the header that the message names.',
  'widget-unavailable':
    'The simplified login widget cannot be shown. Nobody is known in this browser, or the widget did not load. Offer a login button.',
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
