/**
 * Findings about the browser, and about what the page and its other scripts do with it.
 */

export const BROWSER_FINDINGS = {
  'csp-connect': {
    severity: 'error',
    what: 'The Content-Security-Policy of the page blocks requests to a service.',
    why: 'Its connect-src, or default-src in place of it, does not name the address.',
    fix: 'Add the address to connect-src.',
  },
  'csp-script': {
    severity: 'error',
    what: 'The Content-Security-Policy of the page blocks the script of the widget.',
    why: 'Its script-src does not name the address, and the script came without a nonce.',
    fix: 'Pass the nonce of the page to showSimplifiedLoginWidget, or add the address to script-src.',
  },
  'csp-frame': {
    severity: 'error',
    what: 'The Content-Security-Policy of the page blocks a frame of a service.',
    why: 'Its frame-src, or default-src in place of it, does not name the address.',
    fix: 'Add the address to frame-src.',
  },
  'trusted-types': {
    severity: 'error',
    what: 'The page demands Trusted Types, and does not allow the policy of the library.',
    why: 'The address of the widget’s script may then not be set, and the widget is not shown.',
    fix: 'Add portico to the directive trusted-types.',
  },
  'storage-denied': {
    severity: 'warning',
    what: 'The browser denies this page its storage.',
    why: 'The session is asked for on each page, and a refresh of the session cookie is not possible.',
    fix: 'Allow cookies and site data for this site. In a frame, leave allow-same-origin in its sandbox.',
  },
  'page-embedded': {
    severity: 'warning',
    what: 'The page stands in a frame of another site.',
    why: 'Browsers partition or block cookies there: a login in a tab of its own is not seen here.',
    fix: 'Link to the page instead of framing it, or let the reader log in within the frame by a popup.',
  },
  'third-party-cookies-blocked': {
    severity: 'info',
    what: 'This browser blocks third-party cookies.',
    why: 'The global session service cannot tell who is logged in elsewhere: there is nobody to “continue as”.',
    fix: 'Nothing is wrong. Offer a login button besides the widget.',
  },
  'cache-cookie-shortened': {
    severity: 'warning',
    what: 'The browser keeps the cookie SP_ID for less time than it was given.',
    why: 'What a script writes is capped: at 7 days in Safari, at 400 in others.',
    fix: 'Set expiresIn of enableCacheCookie below the cap, or let the server set the cookie.',
  },
  'popup-blocked': {
    severity: 'warning',
    what: 'The browser blocked the login popup; the login went by redirect.',
    why: 'A popup opens only within a click: not after an await, and not on its own.',
    fix: 'Have the state ready before the click, and call login() in the click handler before anything is awaited.',
  },
  'consent-platform-absent': {
    severity: 'info',
    what: 'The page has no consent-management platform (no __tcfapi, no __gpp).',
    why: 'Login links carry no consents, so readers may be asked for them once more.',
    fix: 'If the page has a platform, load its stub in the head. If not, give getConsents, or leave it so.',
  },
  'consent-platform-late': {
    severity: 'warning',
    what: 'The consent-management platform has a stub, and has not loaded behind it.',
    why: 'Until it has, login links carry no consents.',
    fix: 'See that the script of the platform loads, and that nothing blocks it.',
  },
  'consent-state-unusable': {
    severity: 'info',
    what: 'The consent-management platform is there, and has no decision to tell.',
    why: 'The reader has not chosen yet, or the platform never says that they have (tcloaded, useractioncomplete, signalStatus ready).',
    fix: 'Choose, and look again. If it stays so, ask the vendor of the platform.',
  },
  'back-forward-cache-blocked': {
    severity: 'info',
    what: 'The browser could not keep this page for the back button.',
    why: 'Going back loads everything anew, and the session is asked for again. Portico is not against it: it has no unload listener, and closes its channel and gives back its lock when the page is left.',
    fix: 'See what the page does by the names here; unload-listener is the most frequent: listen to pagehide.',
  },
  'fetch-wrapped': {
    severity: 'info',
    what: 'Something has replaced the fetch of this page.',
    why: 'An extension, a consent tool or a measuring script stands between the page and its services. It may add headers, which CORS refuses, or swallow errors.',
    fix: 'If calls fail, try a profile without extensions, then the page without its other scripts.',
  },
} as const
