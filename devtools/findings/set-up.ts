/**
 * Findings about what a page passes to the constructor and to methods.
 */

export const SET_UP_FINDINGS = {
  'session-domain-cross-site': {
    severity: 'error',
    what: 'The session domain is on another site than the page.',
    why: 'Its cookie is a third-party cookie here. Browsers block third-party cookies. So nobody is ever logged in.',
    sign: 'In the Network panel, the request for the session carries no cookie.',
    fix: 'Set sessionDomain to a host that shares the registrable domain of the page, such as https://id.site.com for https://www.site.com. In development, open the page under a name of that site.',
  },
  'session-domain-is-site': {
    severity: 'error',
    what: 'The session domain is the site itself, and not a session service.',
    why: 'The page asks its own server for the session. That server answers with a page or with 404.',
    sign: 'In the Network panel, the request for the session goes to the host of the page.',
    fix: 'Set sessionDomain to the address of the session service, such as https://id.site.com.',
  },
  'scheme-mismatch': {
    severity: 'error',
    what: 'The page and the session service do not both use https: one of them uses http.',
    why: 'Browsers treat them as two sites. So the session cookie is not sent.',
    sign: 'In the Network panel, the request for the session carries no cookie.',
    fix: 'Serve both over https. In development, use http for both, or https for both.',
  },
  'mixed-content': {
    severity: 'error',
    what: 'The page uses https, but the session domain uses http.',
    why: 'Browsers block such requests before they are sent.',
    sign: 'The console of the browser reports mixed content at the session domain.',
    fix: 'Set a sessionDomain that begins with https://.',
  },
  'redirect-uri-elsewhere': {
    severity: 'warning',
    what: 'The redirect URI is at another origin than this page.',
    why: 'A login that starts here ends at that origin. The session service allows only origins of registered redirect URIs. So this page may not be able to read the session.',
    sign: 'After a login, the address bar shows the other origin.',
    fix: 'Set a redirectUri at the origin of the page. Register exactly that address for the client.',
  },
  'environment-default': {
    severity: 'warning',
    what: 'The option env is missing, so the test environment PRE is used.',
    why: 'Readers of a real site have no account there.',
    sign: 'A login leads to the account service of PRE.',
    fix: "Set the environment that you mean: env: 'PRO' for a real site, env: 'PRE' for tests.",
  },
  'option-unknown': {
    severity: 'warning',
    what: 'There is no option of this name, but there is a similar one.',
    why: 'The library ignores an unknown option. So the default applies.',
    sign: 'The page behaves as if the option had been left out.',
    fix: 'Use the suggested name, or remove the option.',
  },
  'event-unknown': {
    severity: 'warning',
    what: 'A listener waits for an event that does not exist, but there is a similar one.',
    why: 'The name of an event must match exactly, in upper and lower case too.',
    sign: 'The listener is never called.',
    fix: 'Use the suggested name.',
  },
  'cache-cookie-domain': {
    severity: 'error',
    what: 'The domain for the cookie SP_ID is neither the host of this page nor a parent of it.',
    why: 'Browsers drop such a cookie. They report no error.',
    sign: 'The list of cookies in the developer tools has no SP_ID.',
    fix: 'Set domain to the host of the page or to a parent domain, or leave domain out.',
  },
  'head-snippet-unused': {
    severity: 'warning',
    what: 'The head snippet has begun a session call that the identity does not take over.',
    why: 'The call has another address than the one that the identity asks, or the identity has no preload(). So the page makes one request more than it needs.',
    sign: 'In the Network panel, there are two requests for the session.',
    fix: 'Make the snippet again, from the same values as the identity: origin and path follow from sessionDomain, client_sdrn from clientId and env, redirect_uri from redirectUri, sdk_version from the version of the package. Compose preload() if the identity has none. Leave the snippet out if a plugin adds a parameter of its own.',
  },
  'two-instances': {
    severity: 'warning',
    what: 'The page has more than one identity for the same client.',
    why: 'Each identity asks for the session and calls only its own listeners.',
    sign: 'Events and widgets come twice.',
    fix: 'Construct one identity and share it. Export it from a module, or take it from the event schIdentity:ready.',
  },
  'two-versions': {
    severity: 'warning',
    what: 'The page has two versions of the library.',
    why: 'They use the same storage. One of them may not be able to read what the other wrote.',
    sign: 'The command npm ls portico lists two versions, or two scripts of the page contain the library.',
    fix: 'Find out which bundles contain the library. Let them share one version.',
  },
} as const
