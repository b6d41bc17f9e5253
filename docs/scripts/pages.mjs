/** The site's pages, in the order in which a reader meets them: for the sidebar, for llms.txt and for tests. */
const page = (text, link) => ({ text, link })

export const SIDEBAR = [
  {
    text: 'Start',
    items: [
      page('Five minutes to a login', '/start'),
      page('The head snippet', '/guide/head-snippet'),
      page('Ways of use', '/ways'),
      page('What it costs', '/sizes'),
      page('Moving from the existing client', '/moving'),
    ],
  },
  {
    text: 'Guide',
    items: [
      page('Sessions', '/guide/sessions'),
      page('Events', '/guide/events'),
      page('Tabs and status', '/guide/tabs-and-status'),
      page('Login and logout', '/guide/login'),
      page('Login by popup', '/guide/popup'),
      page('Continue as: the widget', '/guide/widget'),
      page('Consents', '/guide/consents'),
      page('Access and payment', '/guide/access'),
      page('The server’s half', '/guide/server'),
      page('SP_ID and caches', '/guide/cache'),
      page('A service in trouble', '/guide/trouble'),
      page('Measures', '/guide/measures'),
      page('Testing', '/guide/testing'),
      page('Write a plugin', '/guide/plugins'),
      page('Live on this page', '/guide/live'),
    ],
  },
  {
    text: 'Recipes',
    items: [
      page('React', '/recipes/react'),
      page('Next', '/recipes/next'),
      page('Vue', '/recipes/vue'),
      page('Nuxt', '/recipes/nuxt'),
      page('Svelte', '/recipes/svelte'),
      page('SvelteKit', '/recipes/sveltekit'),
      page('Custom elements', '/recipes/elements'),
      page('Script tag, and no bundler', '/recipes/script-tag'),
      page('Vitest, Jest, MSW', '/recipes/test-runners'),
      page('Testing Library, Storybook', '/recipes/test-components'),
      page('Playwright, Cypress', '/recipes/test-browsers'),
      page('CSP and Trusted Types', '/recipes/csp'),
      page('A consent-management platform', '/recipes/consent-platform'),
      page('Another account service', '/recipes/environment'),
    ],
  },
  {
    text: 'Reference',
    items: [
      page('Options', '/reference/options'),
      page('Methods', '/reference/methods'),
      page('Errors', '/reference/errors'),
      page('Plugins', '/reference/plugins'),
      page('Hooks and the kernel', '/reference/hooks'),
      page('The API, from the sources', '/reference/api/'),
    ],
  },
  {
    text: 'More',
    items: [
      page('Troubleshooting', '/troubleshooting'),
      page('Wrong set-ups, in pictures', '/wrong-set-ups'),
      page('Security', '/security'),
      page('Browsers and versions', '/support'),
      page('Decisions', '/decisions'),
    ],
  },
]

/** A page's file, beside docs/. */
export const fileOf = (link) => `${link.slice(1)}${link.endsWith('/') ? 'index' : ''}.md`

/** Pages that people wrote: all but those that are made. */
export const WRITTEN = SIDEBAR.flatMap(({ items }) => items.map(({ link }) => link)).filter(
  (link) => link !== '/reference/api/',
)
