/** What a reader who knows nothing of the project wants to know, the words that they search for, and where the answer stands. */
export const QUESTIONS = [
  {
    question: 'Why is isLoggedIn() false after a login?',
    words: 'isLoggedIn false after login',
    answer: '/troubleshooting#isloggedin-is-false-after-a-login',
  },
  {
    question: 'What do I do about session-refreshing?',
    words: 'session-refreshing',
    answer: '/reference/errors#session-refreshing',
  },
  {
    question: 'How do I test a page without the service?',
    words: 'test without the service',
    answer: '/guide/testing',
  },
  {
    question: 'How do I send the session to a React tree on first paint?',
    words: 'React first paint',
    answer: '/recipes/next',
  },
  {
    question: 'What may SP_ID be used for?',
    words: 'SP_ID used for',
    answer: '/guide/cache#what-sp_id-may-be-used-for',
  },
  {
    question: 'How does a page know its reader sooner?',
    words: 'know reader sooner head',
    answer: '/guide/head-snippet',
  },
  { question: 'Which plugin costs how much?', words: 'plugin costs', answer: '/sizes' },
  { question: 'How do I write a plugin?', words: 'write a plugin', answer: '/guide/plugins' },
  {
    question: 'What changes from the existing client?',
    words: 'existing client changes',
    answer: '/moving',
  },
  { question: 'What does loginPopup give?', words: 'loginPopup', answer: '/reference/methods' },
  {
    question: 'How do I make the page on which a popup ends?',
    words: 'relayPage',
    answer: '/reference/server',
  },
  { question: 'How do I open the panel from code?', words: 'openDevtools', answer: '/reference/devtools' },
  {
    question: 'What does a server need to log readers in?',
    words: 'LoginClient',
    answer: '/reference/server',
  },
  { question: 'What is in a measurement?', words: 'Measured fields', answer: '/reference/events' },
  {
    question: 'Which cookies and keys does it set?',
    words: 'cookies storage what is stored',
    answer: '/stored',
  },
  {
    question: 'What is to do before a site goes live?',
    words: 'going live checklist',
    answer: '/going-live',
  },
  { question: 'What does a 5xx mean for my page?', words: 'session-unreachable 503', answer: '/runbook' },
  {
    question: 'Which hosts belong in my policy?',
    words: 'Content Security Policy hosts',
    answer: '/going-live',
  },
  {
    question: 'Why are my readers in Safari logged out after seven days?',
    words: 'Safari logged out seven days',
    answer: '/logged-out-too-soon',
  },
  {
    question: 'Does what the library stores need consent?',
    words: 'consent strictly necessary',
    answer: '/guide/privacy',
  },
  { question: 'How does a page run without storage?', words: 'without storage', answer: '/guide/privacy' },
  {
    question: 'How does a cached page show a name without a flash?',
    words: 'CDN cached name flash',
    answer: '/recipes/cached-page',
  },
  {
    question: 'How does a server render a paid article?',
    words: 'paid article server entitlement',
    answer: '/recipes/paid-article',
  },
  { question: 'Does a login work in an iframe?', words: 'frame another site', answer: '/guide/frames' },
  { question: 'What about WebViews of apps?', words: 'WebView app', answer: '/guide/frames' },
  { question: 'What counts as a breaking change?', words: 'upgrade version break', answer: '/upgrading' },
  {
    question: 'Which file has access() by a script tag?',
    words: 'portico.full.min.js',
    answer: '/recipes/script-tag',
  },
  { question: 'How do I use it in Angular?', words: 'Angular zone', answer: '/recipes/angular' },
  { question: 'How do I use it in Astro?', words: 'Astro ClientRouter islands', answer: '/recipes/astro' },
  {
    question: 'Which addresses does my server need?',
    words: 'addresses server login callback',
    answer: '/guide/server',
  },
  { question: 'How long do entries lie in storage?', words: 'entry storage time over', answer: '/stored' },
  { question: 'How does a campaign get into a login?', words: 'UTM campaign', answer: '/reference/options' },
  {
    question: 'How does each Playwright worker get a server?',
    words: 'Playwright server of its own',
    answer: '/recipes/test-browsers',
  },
  {
    question: 'What does a test replace after moving?',
    words: 'moving fetch window tests',
    answer: '/moving',
  },
  { question: 'How is a release made?', words: 'release provenance SBOM', answer: '/upgrading' },
]
