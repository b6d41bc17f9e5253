/** What each page has, in one sentence, for somebody who sees the list alone: llms.txt. */
export const SUMMARIES = {
  '/for/sites': 'What to read, and in which order, for whoever adds the library to a site.',
  '/for/operators': 'What to read for whoever runs portico-session-service, by what they want to do.',
  '/for/movers': 'What to read for whoever moves from @schibsted/account-sdk-browser.',
  '/start':
    'Build a page with a login button on your own machine, with the emulator in place of the real services.',
  '/your-client':
    'The values that all samples share, such as the client identifier, and where you get your own.',
  '/ways':
    'Install the package, and choose between the class, a preset, a composition of plugins and the minimal build.',
  '/guide/login': 'Log readers in and out with the class, and show their name.',
  '/guide/head-snippet':
    "A small script in the page's head that begins the session call while the library is still loading.",
  '/guide/fastest': 'The set-up by which a page knows its reader soonest, with measurements of each set-up.',
  '/going-live': 'A checklist from a page that works on your machine to one that all readers get.',
  '/moving':
    'A checklist for sites that use @schibsted/account-sdk-browser: by an alias of the bundler or by the new class.',
  '/troubleshooting':
    'What is wrong with a page during development: each finding of the library, with its cause and its fix.',
  '/runbook': 'What to do when something breaks in production, ordered by what people see.',
  '/logged-out-too-soon':
    'Why readers of Safari are logged out after seven days: what browsers do to cookies, to a session service behind an alias, and what to do.',
  '/reference/errors': 'The fields of an SDKError, and each reason with its cause and its fix.',
  '/wrong-set-ups': 'Pictures of what the panel shows for each common mistake in a set-up.',
  '/recipes/whole-site':
    'The whole sites of examples/, from an empty folder to a login: the steps, the files that they share, and what to change for production.',
  '/recipes/components':
    'What holds for components in React, Vue and Svelte alike: on a server, after a login, and while you develop.',
  '/recipes/react': 'A React component that shows who the reader is, and logs them in and out.',
  '/recipes/next':
    'A Next site whose server renders each page for its reader, and hands the session to its components.',
  '/recipes/vue': 'A Vue component that shows who the reader is, and logs them in and out.',
  '/recipes/nuxt':
    'A Nuxt site whose server renders each page for its reader, and hands the session to its components.',
  '/recipes/svelte': 'A Svelte component that shows who the reader is, and logs them in and out.',
  '/recipes/sveltekit':
    'A SvelteKit site whose server renders each page for its reader, and hands the session to its components.',
  '/recipes/angular': 'A page of Angular with zone.js or without, and a site on Angular’s own server.',
  '/recipes/astro':
    'An Astro site whose server renders each page for its reader, with islands and ClientRouter.',
  '/recipes/elements': 'Custom elements that show parts of a page by who the reader is, without a framework.',
  '/recipes/script-tag': 'A page that loads the library by a script tag, without a bundler.',
  '/recipes/popup': 'A whole login by popup: the page with its button, and the two addresses of the server.',
  '/recipes/long-first-paint':
    'A server that remembers the reader by a cookie of its own, so that the first paint is right for hours.',
  '/recipes/anonymous-readers':
    'A page that shows readers who are not logged in the button in its first frame, by a script that looks at two cookies.',
  '/recipes/cached-page':
    'A page from a CDN, the same for everybody, that shows the name of its reader without a flash or a layout shift.',
  '/recipes/paid-article':
    'A server that renders an article for subscribers: an entitlement in a cookie of its own, its renewal, a refund and a logout.',
  '/recipes/login-parameter':
    'A plugin that adds a parameter to login URLs, as a package that others can install.',
  '/recipes/csp': 'What the library needs in a Content Security Policy, and with Trusted Types.',
  '/recipes/consent-platform':
    "A page whose login URLs carry the reader's consents from a consent-management platform.",
  '/recipes/environment': 'Define an environment: the addresses of an account service of your own.',
  '/recipes/session-endpoint':
    'Use the library where the session is your own site’s, as with better-auth or Auth.js, by a small plugin.',
  '/recipes/advertising':
    'An identifier of the reader for Google Ad Manager and Prebid, after consent and never without.',
  '/recipes/account-service':
    "What an account service has to serve for the browser's own login dialog (FedCM).",
  '/guide/testing':
    "Test a page without the real service: a fake identity, the service's answers as data, or the emulator.",
  '/recipes/test-runners': "Test a page's code in Node with Vitest, Jest or Mock Service Worker.",
  '/recipes/test-components': 'Test a component with Testing Library, and show it in Storybook.',
  '/recipes/test-browsers': 'Test a page in a browser against the emulator, with Playwright or Cypress.',
  '/recipes/playwright-route':
    'Test a page with Playwright, whose tests answer the session calls themselves.',
  '/guide/sessions': 'How a page asks who its reader is, how the answer is kept, and what it holds.',
  '/guide/events': 'All events, when they are emitted, and how to add listeners.',
  '/guide/tabs-and-status':
    'How tabs share what they learn, and how to read the status and the session as a value.',
  '/guide/popup': 'Log in by a popup, and learn how the login ended.',
  '/guide/widget':
    "The account service's widget that offers a reader to continue as a user who is logged in there.",
  '/guide/continue-as': 'The same offer in a dialog that the browser draws itself (FedCM).',
  '/guide/consents': 'How login URLs carry the consents of the page, and how to give the consents yourself.',
  '/guide/privacy':
    'Which entries in the browser need consent, how a page waits for a decision, and how it runs without storage.',
  '/guide/frames':
    'What works in a frame of another site and in the browser of an app, and what to do there instead.',
  '/guide/access': 'Ask which products a reader has access to, and lead them to the pages for payment.',
  '/guide/server':
    "What a publisher's server does with portico/server: log readers in, check a session, hand it to the page.",
  '/guide/session-service':
    'Let readers log in at any OpenID provider, by a session service that you run on your own domain.',
  '/guide/log': 'Each line of the session service’s log, each reason that it gives, and what to do about it.',
  '/guide/production':
    'Run a session service for years: size, proxies, Kubernetes, alerts, backups, upgrades, erasure, and moving to it.',
  '/guide/cache': 'The cookie SP_ID, by which a cache in front of the site tells readers apart.',
  '/guide/trouble': 'How the library spares a service that is down, and what the readers see meanwhile.',
  '/guide/measures':
    'The plugin measures(), which tells how long readers wait for session calls, refreshes and logins.',
  '/guide/plugins': 'Write a plugin of your own: a whole example, the rules, and the hooks.',
  '/guide/live':
    "Two tabs with the real library on the documentation's site, to try a login, a logout and a failing service.",
  '/reference/options': 'Each option of the class, of an environment and of a login.',
  '/reference/methods': 'Each method of the class, with an example.',
  '/reference/events': 'Each event, with what its listeners get.',
  '/reference/plugins': 'Each plugin, with its methods, its options and an example.',
  '/reference/hooks': 'Each hook, and each member of the kernel, for authors of plugins.',
  '/reference/server': 'Each function of portico/server and portico/relay, with an example.',
  '/reference/devtools': 'Each function of portico/devtools: the panel, the report and the diagnosis.',
  '/reference/session-service':
    'Each option of portico-session-service and of its command, its stores, and what whoever runs it needs.',
  '/reference/protocol':
    'What library and services owe each other, by the numbers that comments cite: the specification, the wire contract and that of the session service.',
  '/glossary': 'The words that all pages use, each with its meaning.',
  '/reference/api/': 'Every type of the package, made from the sources.',
  '/sizes':
    'The size of each bundle and each plugin, the work in the browser, and the number of requests, as measured.',
  '/load':
    'A million simulated readers on an ordinary day and in outages: how often each client asks, and which goals it meets.',
  '/stored': 'Everything that the library keeps in a browser, and everything that it sends.',
  '/security':
    'What a page must not decide, what the library promises against attackers, and which test holds each promise.',
  '/support': 'The oldest browsers and runtimes that the library supports, and those it was tried in.',
  '/upgrading': 'How to upgrade, what a version number promises, where releases are, and how they are made.',
  '/decisions': 'Design choices that could have gone another way, each with its reason.',
}
