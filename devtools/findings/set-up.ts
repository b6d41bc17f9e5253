/**
 * Findings about what a page passes to the constructor and to methods.
 */

export const SET_UP_FINDINGS = {
  'session-domain-cross-site': {
    severity: 'error',
    what: 'The session domain is on another site than the page.',
    why: 'Its cookie is a third-party cookie here. Browsers block those, so nobody is ever logged in.',
    fix: 'Set sessionDomain to a host that shares the registrable domain of the page, such as https://id.site.com for https://www.site.com. In development, open the page under a name of that site.',
  },
  'session-domain-is-site': {
    severity: 'error',
    what: 'The session domain is the site itself, and not a session service.',
    why: 'The page asks its own server, which answers with a page of its own or with 404.',
    fix: 'Set sessionDomain to the address of the session service, such as https://id.site.com.',
  },
  'scheme-mismatch': {
    severity: 'error',
    what: 'One of page and session service uses http, the other https.',
    why: 'Browsers take them for two sites, so the session cookie is not sent.',
    fix: 'Serve both over https. In development, use http for both, or https for both.',
  },
  'mixed-content': {
    severity: 'error',
    what: 'The page uses https, and the session domain http.',
    why: 'Browsers block such requests before they are sent.',
    fix: 'Set a sessionDomain that begins with https://.',
  },
  'redirect-uri-elsewhere': {
    severity: 'warning',
    what: 'The redirect URI is at another origin than this page.',
    why: 'A login that starts here ends there. If the address is not registered for the client, the login page refuses it, and this page may not read the session.',
    fix: 'Set a redirectUri at the origin of the page, and register exactly that address for the client.',
  },
  'environment-default': {
    severity: 'warning',
    what: 'The option env is missing, so the test environment PRE is used.',
    why: 'Readers of a real site have no account there.',
    fix: "Set the environment that you mean: env: 'PRO' for a real site, env: 'PRE' for tests.",
  },
  'option-unknown': {
    severity: 'warning',
    what: 'There is no option of this name, but there is a similar one.',
    why: 'An unknown option is ignored, so the default applies.',
    fix: 'Use the suggested name, or remove the option.',
  },
  'event-unknown': {
    severity: 'warning',
    what: 'A listener waits for an event that does not exist, but there is a similar one.',
    why: 'Names of events are exact, and upper and lower case differ. This listener is never called.',
    fix: 'Use the suggested name.',
  },
  'cache-cookie-domain': {
    severity: 'error',
    what: 'The domain for the cookie SP_ID is neither the host of this page nor a parent of it.',
    why: 'Browsers drop such a cookie silently.',
    fix: 'Set the host of the page or a parent domain, or leave domain out.',
  },
  'two-instances': {
    severity: 'warning',
    what: 'The page has more than one identity for the same client.',
    why: 'Each one asks for the session and calls only its own listeners, so events and widgets come twice.',
    fix: 'Construct one and share it: by a module, or by the event schIdentity:ready.',
  },
  'two-versions': {
    severity: 'warning',
    what: 'The page has two versions of the library.',
    why: 'They use the same storage, and one may not be able to read what the other wrote.',
    fix: 'Find out which bundles contain the library, and let them share one version.',
  },
} as const
