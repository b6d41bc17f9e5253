/** The site's pages, in the order in which a reader meets them: for the sidebar, for llms.txt and for tests. */
const page = (text, link) => ({ text, link })

export const SIDEBAR = [
  {
    text: 'Begin',
    items: [
      page('For whoever adds it to a site', '/for/sites'),
      page('For whoever runs the session service', '/for/operators'),
      page('For whoever moves from account-sdk-browser', '/for/movers'),
      page('Five minutes to a login', '/start'),
      page('Set your client once', '/your-client'),
      page('Install, and ways of use', '/ways'),
      page('Log in, log out, show a name', '/guide/login'),
      page('The head snippet', '/guide/head-snippet'),
      page('The fastest set-up', '/guide/fastest'),
      page('Going live', '/going-live'),
      page('Moving from account-sdk-browser', '/moving'),
    ],
  },
  {
    text: 'Troubleshooting',
    items: [
      page('Troubleshooting', '/troubleshooting'),
      page('When it breaks', '/runbook'),
      page('Logged out too soon', '/logged-out-too-soon'),
      page('Errors', '/reference/errors'),
      page('Wrong set-ups, in pictures', '/wrong-set-ups'),
    ],
  },
  {
    text: 'In a framework',
    items: [
      page('A whole site, from an empty folder', '/recipes/whole-site'),
      page('Components: in every framework', '/recipes/components'),
      page('React', '/recipes/react'),
      page('Next', '/recipes/next'),
      page('Vue', '/recipes/vue'),
      page('Nuxt', '/recipes/nuxt'),
      page('Svelte', '/recipes/svelte'),
      page('SvelteKit', '/recipes/sveltekit'),
      page('Angular', '/recipes/angular'),
      page('Astro', '/recipes/astro'),
      page('Custom elements', '/recipes/elements'),
      page('Script tag, no bundler', '/recipes/script-tag'),
    ],
  },
  {
    text: 'Recipes',
    items: [
      page('A popup, with its callback page', '/recipes/popup'),
      page('A first paint that holds for hours', '/recipes/long-first-paint'),
      page('A cached page that shows a name', '/recipes/cached-page'),
      page('A page that knows anonymous readers in its head', '/recipes/anonymous-readers'),
      page('A paid article from a server', '/recipes/paid-article'),
      page('A plugin that adds a parameter', '/recipes/login-parameter'),
      page('CSP and Trusted Types', '/recipes/csp'),
      page('A consent-management platform', '/recipes/consent-platform'),
      page('Another account service', '/recipes/environment'),
      page('What an account service serves', '/recipes/account-service'),
      page('A session endpoint of your own', '/recipes/session-endpoint'),
      page('Advertising: PPID and Prebid', '/recipes/advertising'),
    ],
  },
  {
    text: 'Test a page',
    items: [
      page('Testing', '/guide/testing'),
      page('Vitest, Jest, MSW', '/recipes/test-runners'),
      page('Testing Library, Storybook', '/recipes/test-components'),
      page('Playwright, Cypress', '/recipes/test-browsers'),
      page('Playwright, without the emulator', '/recipes/playwright-route'),
    ],
  },
  {
    text: 'Guides',
    items: [
      page('Sessions', '/guide/sessions'),
      page('Events', '/guide/events'),
      page('Tabs and status', '/guide/tabs-and-status'),
      page('Login by popup', '/guide/popup'),
      page('Continue as: the widget', '/guide/widget'),
      page('Continue as: the browser’s own dialog', '/guide/continue-as'),
      page('Consents', '/guide/consents'),
      page('Consent and privacy', '/guide/privacy'),
      page('Frames and in-app browsers', '/guide/frames'),
      page('Access and payment', '/guide/access'),
      page('The server’s half', '/guide/server'),
      page('A session service of your own', '/guide/session-service'),
      page('What the log says', '/guide/log'),
      page('In production', '/guide/production'),
      page('SP_ID and caches', '/guide/cache'),
      page('A service in trouble', '/guide/trouble'),
      page('Measures', '/guide/measures'),
      page('Write a plugin', '/guide/plugins'),
      page('Live on this site', '/guide/live'),
    ],
  },
  {
    text: 'Reference',
    items: [
      page('Options', '/reference/options'),
      page('Methods', '/reference/methods'),
      page('Events, one by one', '/reference/events'),
      page('Plugins', '/reference/plugins'),
      page('Hooks and the kernel', '/reference/hooks'),
      page('On a server', '/reference/server'),
      page('Devtools', '/reference/devtools'),
      page('The session service', '/reference/session-service'),
      page('The protocol', '/reference/protocol'),
      page('Glossary', '/glossary'),
      page('The API, from the sources', '/reference/api/'),
    ],
  },
  {
    text: 'Judge it',
    items: [
      page('What it costs', '/sizes'),
      page('A load simulation', '/load'),
      page('What is stored', '/stored'),
      page('Security', '/security'),
      page('Browsers', '/support'),
      page('Upgrading and releases', '/upgrading'),
      page('Decisions', '/decisions'),
    ],
  },
]

/** A page's file, beside docs/. */
export const fileOf = (link) => `${link.slice(1)}${link.endsWith('/') ? 'index' : ''}.md`

/** Pages of the site that are files of the repository elsewhere, beside its root. */
export const TAKEN = {
  '/reference/session-service': 'session-service/README.md',
  '/security': 'SECURITY.md',
  '/sizes': 'bench/RESULTS.md',
  '/load': 'bench/reports/load.md',
}

/** Pages that people wrote: all but those that are made. */
export const WRITTEN = SIDEBAR.flatMap(({ items }) => items.map(({ link }) => link)).filter(
  (link) => link !== '/reference/api/' && !(link in TAKEN),
)

/** Files that hold what is made from the sources, beside the repository's root: the pages, and the README. */
export const PAGES = ['README.md', 'docs/index.md', ...WRITTEN.map((link) => `docs${link}.md`)]
