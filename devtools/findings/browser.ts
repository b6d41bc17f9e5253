/**
 * Findings about the browser, and about what the page and its other scripts do with it.
 */

export const BROWSER_FINDINGS = {
  'csp-connect': {
    severity: 'error',
    what: 'The Content-Security-Policy of the page blocks requests to a service.',
    why: 'Its connect-src does not allow the address. Without connect-src, its default-src applies.',
    fix: 'Add the address to connect-src.',
  },
  'csp-script': {
    severity: 'error',
    what: 'The Content-Security-Policy of the page blocks the script of the widget.',
    why: 'Its script-src does not allow the address, and the script has no nonce.',
    fix: 'Pass the nonce of the page to showSimplifiedLoginWidget, or add the address to script-src.',
  },
  'csp-frame': {
    severity: 'error',
    what: 'The Content-Security-Policy of the page blocks a frame of a service.',
    why: 'Its frame-src does not allow the address. Without frame-src, its default-src applies.',
    fix: 'Add the address to frame-src.',
  },
  'trusted-types': {
    severity: 'error',
    what: 'The page requires Trusted Types, and does not allow the policy of the library.',
    why: 'The library may then not set the address of the widget’s script, so the widget is not shown.',
    fix: 'Add portico to the directive trusted-types.',
  },
  'storage-denied': {
    severity: 'warning',
    what: 'The browser denies storage to this page.',
    why: 'Each page asks for the session again, and the session cookie cannot be refreshed.',
    fix: 'Allow cookies and site data for this site. In a sandboxed frame, add allow-same-origin to the sandbox.',
  },
  'page-embedded': {
    severity: 'warning',
    what: 'The page is in a frame of another site.',
    why: 'Browsers partition or block cookies there, so the page does not see a login in another tab.',
    fix: 'Link to the page instead of framing it, or let the reader log in inside the frame by a popup.',
  },
  'third-party-cookies-blocked': {
    severity: 'info',
    what: 'The global session service does not know the reader, although the session does.',
    why: 'Most likely this browser blocks third-party cookies. Then the service cannot say who is logged in elsewhere, and the widget has nobody to “continue as”.',
    fix: 'Nothing is wrong. Offer a login button besides the widget.',
  },
  'cache-cookie-shortened': {
    severity: 'warning',
    what: 'The browser keeps the cookie SP_ID for a shorter time than it was given.',
    why: 'Browsers limit cookies that a script sets: Safari to 7 days, others to 400.',
    fix: 'Set expiresIn of enableCacheCookie below the limit, or let the server set the cookie.',
  },
  'popup-blocked': {
    severity: 'warning',
    what: 'The browser blocked the login popup.',
    why: 'A popup opens only during a click, and not after an await. With preferPopup, the login went by redirect.',
    fix: 'Prepare the state before the click, and call login() or loginPopup() in the click handler before anything is awaited.',
  },
  'consent-platform-absent': {
    severity: 'info',
    what: 'The page has no consent-management platform (no __tcfapi, no __gpp).',
    why: 'Login links carry no consents, so readers may be asked for them again.',
    fix: 'If the page has a platform, load its stub in the head. If not, pass getConsents, or leave it as it is.',
  },
  'consent-platform-late': {
    severity: 'warning',
    what: 'The consent-management platform has a stub, but its script has not loaded.',
    why: 'Until it has, login links carry no consents.',
    fix: 'Check that the script of the platform loads, and that nothing blocks it.',
  },
  'consent-state-unusable': {
    severity: 'info',
    what: 'The consent-management platform has loaded, but reports no decision.',
    why: 'The reader has not chosen yet, or the platform never reports that they have (tcloaded, useractioncomplete, signalStatus ready).',
    fix: 'Choose in the dialog of the platform, and look again. If this stays, ask the vendor of the platform.',
  },
  'back-forward-cache-blocked': {
    severity: 'info',
    what: 'The browser could not keep this page for the back button.',
    why: 'Going back loads everything again, and asks for the session again. Portico does not prevent it: it has no unload listener, and it closes its channel and releases its lock when the page is left.',
    fix: 'Find what the page does under the names shown here. The most frequent is unload-listener: use pagehide instead.',
  },
  'fetch-wrapped': {
    severity: 'info',
    what: 'Something has replaced the fetch of this page.',
    why: 'An extension, a consent tool or a measuring script is between the page and its services. It may add headers, which CORS refuses, or hide errors.',
    fix: 'If calls fail, try a profile without extensions, then the page without its other scripts.',
  },
} as const
