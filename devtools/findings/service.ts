/**
 * Findings about what the session service answers, and about calls that it did not answer.
 */

export const SERVICE_FINDINGS = {
  'no-answer': {
    severity: 'error',
    what: 'The page got no answer from the session service.',
    why: 'A service that is down, a network that is down, and a service that does not allow the origin of this page look the same to a page.',
    fix: 'Open the panel or call diagnose() of portico/devtools. They ask the service again, and tell whether it is down, the network is, or the origin of this page is not allowed (CORS).',
  },
  'fetch-broken': {
    severity: 'error',
    what: 'Something has replaced the fetch of this page, and the call failed in a way of its own.',
    why: 'What the replacement returned cannot be read as a response, or it failed with an error that no browser throws. In a test this is the stand-in for fetch.',
    fix: 'Let the replacement return a Response, such as Response.json(body, { status }), or reject with a TypeError as a browser does.',
  },
  'origin-refused': {
    severity: 'error',
    what: 'The session service answers, but does not allow this page to read the answer (CORS).',
    why: 'It allows the origins of the redirect URIs that are registered for the client. The service of another publisher allows others, and the error page of a proxy allows none. Browsers do not tell a page which it is.',
    fix: 'Register a redirect URI at the origin of this page for the client. Check that sessionDomain is your own service and works: open it in a separate tab.',
  },
  'service-down': {
    severity: 'error',
    what: 'The session domain does not answer, but the account service does.',
    why: 'The name does not exist, its server is not running, or something in between blocks it. Browsers do not tell a page which it is.',
    fix: 'Check the spelling of sessionDomain, open it in a separate tab, and check that the service runs.',
  },
  'network-down': {
    severity: 'error',
    what: 'Neither the session service nor the account service answers.',
    why: 'This browser has no network, or something blocks both, such as a proxy or an extension.',
    fix: 'Check the network of this machine, then accountUrl of the environment.',
  },
  'service-failing': {
    severity: 'error',
    what: 'The session service answers with a server error (5xx).',
    why: 'The service, or a proxy in front of it, is out of order. The page and its options are not the cause.',
    fix: 'Check the status page or the log of the session service.',
  },
  'service-busy': {
    severity: 'error',
    what: 'The session service answers that it gets too many requests (429).',
    why: 'The service, or a proxy in front of it, limits the requests of one browser, of one network or of all.',
    fix: 'See in the timeline of the panel what asks so often, and ask the operator of the service for the limit.',
  },
  'session-paused': {
    severity: 'warning',
    what: 'The last call for the session failed, so the service is not asked again for a while.',
    why: 'A service in trouble stays in trouble if all pages go on asking. Until the time given here, calls fail at once with the error of that failure and its retryAt. This logs nobody out.',
    fix: 'Fix what failed. The panel and diagnose() ask the service nevertheless. The pause ends by itself; clearCachedUserSession(), login(), logout() or Clear cache in the panel end it at once.',
  },
  'service-slow': {
    severity: 'error',
    what: 'The session service did not answer in time.',
    why: 'The page continues without knowing its reader.',
    fix: 'Find out why the service is slow. attemptTimeoutMs of the transport sets how long a call waits.',
  },
  'client-unknown': {
    severity: 'error',
    what: 'The session service does not know the client.',
    why: 'The clientId is misspelt, or belongs to another environment or another publisher.',
    fix: 'Compare clientId with the one that you were given for this environment and this session domain.',
  },
  'session-refused': {
    severity: 'error',
    what: 'The session service refuses the call.',
    why: 'It answered with a status that is about the request, and not about the reader.',
    fix: 'Check that sessionDomain is the base address of the service, and what its log says about the call.',
  },
  'answer-malformed': {
    severity: 'error',
    what: 'The answer from the session domain is not a session.',
    why: 'Another server answers there, or a page that replaces the service, such as one for maintenance. In a test it is the stand-in for fetch.',
    fix: 'Open the session domain in a separate tab, and compare it with the address that you were given. Let a stand-in for fetch return Response.json(session).',
  },
  'refresh-loop': {
    severity: 'error',
    what: 'The session service asked the browser to fetch a new cookie, and that did not help.',
    why: 'The browser does not keep the cookie, or does not send it. The library has stopped, so that the page is not redirected in a loop.',
    fix: 'Check that sessionDomain is on the site of the page and that cookies are allowed, and which Set-Cookie the visit answers with.',
  },
  'session-lost-after-login': {
    severity: 'error',
    what: 'A login returned to this page, and there is still no session.',
    why: 'The back end did not pass the login on to the session service, or the browser does not send its cookie from this page.',
    fix: 'Check that the callback of the site redeems the code and starts the session at the session service, and that sessionDomain is on the site of the page.',
  },
  'clock-off': {
    severity: 'warning',
    what: 'The clock of this machine and the clock of the session service differ.',
    why: 'Sessions end too early or too late, and signatures seem to be from the past or the future.',
    fix: 'Set the clock of this machine. If it is right, tell the operator of the session service.',
  },
} as const
