/**
 * Findings about what the session service answers, or why it does not.
 */

export const SERVICE_FINDINGS = {
  'origin-refused': {
    severity: 'error',
    what: 'The session service answers, and does not let this page read the answer (CORS).',
    why: 'It allows the origins of the redirect URIs that are registered for the client. Another publisher’s service allows other ones, and the error page of a proxy none: a page is not told which.',
    fix: 'Register a redirect URI at the origin of this page for the client, and see that sessionDomain is your own service, and works: open it in a tab of its own.',
  },
  'service-down': {
    severity: 'error',
    what: 'Nobody answers at the session domain, and the account service does.',
    why: 'The name does not exist, its server is not running, or something on the way blocks it. A page is not told which.',
    fix: 'Look at the spelling of sessionDomain, open it in a tab of its own, and see that the service runs.',
  },
  'network-down': {
    severity: 'error',
    what: 'Neither the session service nor the account service answers.',
    why: 'This browser has no network, or something blocks both, such as a proxy or an extension.',
    fix: 'Look at the network of this machine, then at accountUrl of the environment.',
  },
  'service-failing': {
    severity: 'error',
    what: 'The session service answers with a failure of its own (5xx).',
    why: 'It, or what stands before it, is out of order. Pages and options are fine.',
    fix: 'See the status page or the log of the session service.',
  },
  'service-busy': {
    severity: 'error',
    what: 'The session service says that it is asked too often (429).',
    why: 'It, or what stands before it, limits how much it is asked by one browser, one network or all together.',
    fix: 'See in the timeline of the panel what asks so often, and at whoever runs the service which limit it is.',
  },
  'session-paused': {
    severity: 'warning',
    what: 'The session service has failed, and is not asked again for a while.',
    why: 'Pages that go on asking keep a service in trouble down. Until the time named, calls fail at once with the error of that failure, which carries retryAt; nobody is logged out by it.',
    fix: 'Put right what failed: the panel and diagnose() ask the service all the same. The pause ends by itself; clearCachedUserSession(), login(), logout() or Clear cache in the panel end it at once.',
  },
  'service-slow': {
    severity: 'error',
    what: 'The session service took the call, and did not answer in time.',
    why: 'The page goes on without knowing its reader.',
    fix: 'See why the service is slow; attemptTimeoutMs of the transport says how long is waited.',
  },
  'client-unknown': {
    severity: 'error',
    what: 'The session service does not know the client.',
    why: 'The clientId is misspelt, of another environment, or of another publisher.',
    fix: 'Compare clientId with the one that you were given for this environment and this session domain.',
  },
  'session-refused': {
    severity: 'error',
    what: 'The session service refuses the call.',
    why: 'It gave a status that speaks of the request and not of the reader.',
    fix: 'See that sessionDomain is the base address of the service, and what its log says of the call.',
  },
  'answer-malformed': {
    severity: 'error',
    what: 'What answers at the session domain is no session service: no session came.',
    why: 'It is another server, or a page that stands in for the service, such as one for maintenance.',
    fix: 'Open the session domain in a tab of its own, and compare it with the address that you were given.',
  },
  'refresh-loop': {
    severity: 'error',
    what: 'The session service wants the browser to fetch a new cookie, and that did not help.',
    why: 'The browser does not keep the cookie, or does not send it. The library has stopped, so that the page does not go round in circles.',
    fix: 'See that sessionDomain is on the site of the page and that cookies are allowed, and which Set-Cookie the visit answers with.',
  },
  'session-lost-after-login': {
    severity: 'error',
    what: 'A login led back here, and there is still no session.',
    why: 'The back end did not hand the login over to the session service, or the browser keeps its cookie from this page.',
    fix: 'See that the callback of the site redeems the code and starts the session at the session service; and that sessionDomain is on the site of the page.',
  },
  'clock-off': {
    severity: 'warning',
    what: 'The clock of this machine and that of the session service differ.',
    why: 'Sessions end too early or too late, and signatures seem to be of the past or the future.',
    fix: 'Set the clock of this machine; if it is right, tell whoever runs the session service.',
  },
} as const
