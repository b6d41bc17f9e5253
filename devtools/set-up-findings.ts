/**
 * Findings about what a page gives to the constructor and to methods.
 */

export const SET_UP_FINDINGS = {
  'session-domain-cross-site': {
    severity: 'error',
    what: 'The session domain is not on the site of the page.',
    why: 'Its cookie is a third-party cookie here, which browsers block: nobody is ever logged in.',
    fix: 'Give a sessionDomain that shares the registrable domain of the page, such as https://id.site.com for https://www.site.com. In development, open the page under a name of that site.',
  },
  'session-domain-is-site': {
    severity: 'error',
    what: 'The session domain is the site itself, and no session service.',
    why: 'The page asks its own server, which answers with a page of its own, or with 404.',
    fix: 'Give the address of the session service as sessionDomain, such as https://id.site.com.',
  },
  'scheme-mismatch': {
    severity: 'error',
    what: 'Page and session service differ in http and https.',
    why: 'For browsers these are two sites, so the session cookie does not go with the request.',
    fix: 'Serve both by https. In development, use http for both, or https for both.',
  },
  'mixed-content': {
    severity: 'error',
    what: 'The page is https, and the session domain http.',
    why: 'Browsers block such requests before they are made.',
    fix: 'Give a sessionDomain that begins with https://.',
  },
  'redirect-uri-elsewhere': {
    severity: 'warning',
    what: 'The redirect URI is not at the origin of this page.',
    why: 'A login that starts here ends elsewhere. If that address is not registered for the client, the login page refuses it, and the session service does not let this page read the session.',
    fix: 'Give a redirectUri at the origin of the page, and register that very address for the client.',
  },
  'environment-default': {
    severity: 'warning',
    what: 'No env was given, so it is PRE: the test environment.',
    why: 'Readers of a real site have no account there.',
    fix: "Say which one you mean: env: 'PRO' for a real site, env: 'PRE' for tests.",
  },
  'option-unknown': {
    severity: 'warning',
    what: 'An option is not one that exists, and looks like one that does.',
    why: 'What is not known is not used: the default stands.',
    fix: 'Write the option as it is named here, or take it out.',
  },
  'event-unknown': {
    severity: 'warning',
    what: 'A listener waits for an event that does not exist, and looks like one that does.',
    why: 'Names of events are exact, capitals too: this listener is never called.',
    fix: 'Write the event as it is named here.',
  },
  'cache-cookie-domain': {
    severity: 'error',
    what: 'The domain for the cookie SP_ID is not the host of this page, and none above it.',
    why: 'Browsers drop such a cookie without a word.',
    fix: 'Give the host of the page or a domain above it, or leave domain out.',
  },
  'two-instances': {
    severity: 'warning',
    what: 'The page has more than one identity for the same client.',
    why: 'Each asks for the session, and tells its own listeners alone: events and widgets come twice.',
    fix: 'Construct one, and share it: by a module, or by the event schIdentity:ready.',
  },
  'two-versions': {
    severity: 'warning',
    what: 'The page has two versions of the library.',
    why: 'They keep what they know in the same storage, and may not read each other.',
    fix: 'See which bundles bring it along, and let them share one.',
  },
} as const
