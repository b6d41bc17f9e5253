/**
 * Findings about the browser, and about what the page and its other scripts do with it.
 */

export const BROWSER_FINDINGS = {
  'csp-connect': {
    severity: 'error',
    what: 'The Content-Security-Policy of the page blocks requests to a service.',
    why: 'Its connect-src does not allow the address. If there is no connect-src, its default-src applies.',
    sign: 'The console of the browser names the directive and the address that it blocked.',
    fix: 'Add the address to connect-src.',
  },
  'csp-script': {
    severity: 'error',
    what: 'The Content-Security-Policy of the page blocks the script of the widget.',
    why: 'Its script-src does not allow the address. The script has no nonce either.',
    sign: 'The widget does not appear. The console of the browser names the script that it blocked.',
    fix: 'Pass the nonce of the page to showSimplifiedLoginWidget, or add the address to script-src.',
  },
  'csp-frame': {
    severity: 'error',
    what: 'The Content-Security-Policy of the page blocks a frame of a service.',
    why: 'Its frame-src does not allow the address. If there is no frame-src, its default-src applies.',
    sign: 'The frame stays empty. The console of the browser names the address that it blocked.',
    fix: 'Add the address to frame-src.',
  },
  'trusted-types': {
    severity: 'error',
    what: 'The page requires Trusted Types, but does not allow the policy of the library.',
    why: 'The library may not set the address of the widget’s script. So the widget is not shown.',
    sign: 'The console of the browser says that it refused the policy named portico.',
    fix: 'Add portico to the directive trusted-types.',
  },
  'storage-denied': {
    severity: 'warning',
    what: 'The browser denies storage to this page.',
    why: 'The library can keep nothing. Each page asks for the session again. The session cookie cannot be refreshed.',
    sign: 'In the console of the browser, sessionStorage.setItem("a", "1") throws an error.',
    fix: 'Allow cookies and site data for this site. If the page is in a sandboxed frame, add allow-same-origin to the sandbox.',
  },
  'page-embedded': {
    severity: 'warning',
    what: 'The page is in a frame of another site.',
    why: 'Browsers partition or block cookies in such a frame. So the page does not see a login in another tab.',
    sign: 'The reader is logged in when the page has a tab of its own, but not in the frame.',
    fix: 'Link to the page instead of framing it. Or let the reader log in inside the frame by a popup.',
  },
  'third-party-cookies-blocked': {
    severity: 'info',
    what: 'The session has a reader, but the global session service does not know them.',
    why: 'This browser probably blocks third-party cookies. Then the service cannot say who is logged in elsewhere. The “continue as” widget is not shown.',
    sign: 'In the Network panel, the request for user-context carries no cookie.',
    fix: 'Offer a login button next to the widget. Nothing is wrong with the page.',
  },
  'cache-cookie-shortened': {
    severity: 'warning',
    what: 'The browser keeps the cookie SP_ID for a shorter time than the page set.',
    why: 'Browsers limit cookies that a script sets. Safari keeps them for 7 days. Other browsers keep them for 400 days.',
    sign: 'The list of cookies in the developer tools shows when SP_ID expires.',
    fix: 'Set expiresIn of enableCacheCookie below the limit. Or let the server set the cookie.',
  },
  'popup-blocked': {
    severity: 'warning',
    what: 'The browser blocked the login popup.',
    why: 'Browsers open a popup only during a click, and not after an await. With preferPopup, the login used a redirect instead.',
    sign: 'The address bar of the browser shows that a popup was blocked.',
    fix: 'Prepare the state before the click. Call login() or loginPopup() in the click handler before anything is awaited.',
  },
  'consent-platform-absent': {
    severity: 'info',
    what: 'The page has no consent-management platform (no __tcfapi, no __gpp).',
    why: 'Login links carry no consents. The account service may ask readers for them again.',
    sign: 'In the console of the browser, typeof __tcfapi and typeof __gpp are both "undefined".',
    fix: 'If the site has a platform, load its stub in the head. If it has none, pass getConsents, or ignore this.',
  },
  'consent-platform-late': {
    severity: 'warning',
    what: 'The consent-management platform has a stub, but its script has not loaded.',
    why: 'Login links carry no consents until the script has loaded.',
    sign: 'In the Network panel, the script of the platform is missing, failed or still loading.',
    fix: 'Check the address of the script. Check that no policy and no extension blocks it.',
  },
  'consent-state-unusable': {
    severity: 'info',
    what: 'The consent-management platform has loaded, but reports no decision.',
    why: 'The reader has not chosen yet, or the platform does not report the choice. It should report tcloaded or useractioncomplete by TCF, or signalStatus ready by GPP.',
    sign: 'The dialog of the platform is open. If it was closed, the platform does not report the choice.',
    fix: 'Choose in the dialog of the platform, and run the diagnosis again. If the finding stays, ask the vendor of the platform.',
  },
  'back-forward-cache-blocked': {
    severity: 'info',
    what: 'The browser could not keep this page for the back button.',
    why: 'When the reader goes back, the page loads and asks for the session again. Portico does not cause this: it has no unload listener. It closes its channel and releases its lock when the reader leaves the page.',
    sign: 'In Chrome, the Application panel tests the page under Back/forward cache.',
    fix: 'Find what the page does under the names shown here. For unload-listener, use pagehide instead of unload.',
  },
  'fetch-wrapped': {
    severity: 'info',
    what: 'Something has replaced the fetch of this page.',
    why: 'An extension, a consent tool or a measuring script is between the page and its services. It may hide errors. It may also add headers that CORS refuses.',
    sign: 'In the console of the browser, fetch.toString() does not say [native code].',
    fix: 'If calls fail, open the page in a profile without extensions. Then remove its other scripts one by one.',
  },
} as const
