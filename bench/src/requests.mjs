/**
 * Requests: how many leave the browser for the services, counted where they arrive. A page view constructs
 * the client and asks for the session; the page and its script do not count. Anonymous: the session service
 * answers 400.
 */
import { openBrowser } from './browser.mjs'
import { bundle } from './bundle.mjs'
import { CLIENTS } from './clients.mjs'
import { atMost } from './report.mjs'
import { startServer } from './server.mjs'

export const title = 'Requests'

const TIMES = 10

const HIDDEN = 'ten tabs at once, in the background'
const SEEN = 'ten windows at once, all of them seen'

/** The clients whose tabs share what they learn. */
const WITH_TABS = ['full', 'preset']

// A headless browser sees all of its tabs.
const HIDE = `<script>Object.defineProperty(Document.prototype, 'visibilityState', { get: () => 'hidden' })</script>`

/** Page views in one tab. */
async function views(open) {
  const view = await open()
  for (let i = 0; i < TIMES; i++) await view()
}

async function together(open) {
  const tabs = await Promise.all(Array.from({ length: TIMES }, open))
  await Promise.all(tabs.map((view) => view()))
}

const SCENARIOS = {
  'ten page views, anonymous': { anonymous: true, visit: views },
  'ten page views, logged in': { anonymous: false, visit: views },
  'ten calls at once': {
    anonymous: false,
    visit: async (open) => {
      const view = await open()
      await view(TIMES)
    },
  },
  'ten calls at once, anonymous': {
    anonymous: true,
    visit: async (open) => {
      const view = await open()
      await view(TIMES)
    },
  },
  'ten tabs, one after another, in the background': {
    anonymous: false,
    isHidden: true,
    visit: async (open) => {
      for (let i = 0; i < TIMES; i++) {
        const view = await open()
        await view()
      }
    },
  },
  [HIDDEN]: { anonymous: false, isHidden: true, visit: together },
  [SEEN]: { anonymous: false, visit: together },
}

const page = (name, head = '') =>
  `<!doctype html><title>Requests</title>${head}<script src="/${name}.js"></script>`

/** The client's module, used as often as the page's address says, at once. */
const using = (code, site) => `${code}
  const identity = create(${JSON.stringify(site)})
  const calls = Number(new URLSearchParams(location.search).get('calls'))
  window.answered = Promise.allSettled(Array.from({ length: calls }, () => identity.hasSession()))`

/** Runs one scenario on a fresh set of tabs; returns the calls that arrived. */
async function count(context, server, name, { anonymous, isHidden, visit }) {
  const tabs = []
  const open = async () => {
    const tab = await context.newPage()
    tabs.push(tab)
    let visits = 0
    return async (calls = 1) => {
      await tab.goto(`${server.origin}/${name}${isHidden ? '-hidden' : ''}?calls=${calls}&visit=${visits++}`)
      await tab.evaluate(() => window.answered)
    }
  }
  server.anonymous = anonymous
  server.calls.length = 0
  await visit(open)
  // Whatever comes late.
  await tabs[0].waitForTimeout(100)
  await tabs[0].evaluate(() => localStorage.clear())
  await context.clearCookies()
  for (const tab of tabs) await tab.close()
  return server.calls.splice(0)
}

export async function measure() {
  const server = await startServer()
  const context = await openBrowser()
  const strays = new Set()
  context.on('request', (request) => {
    const { hostname } = new URL(request.url())
    if (!hostname.endsWith('.localhost')) strays.add(hostname)
  })
  try {
    const others = new Set()
    const rows = []
    for (const [name, { code }] of Object.entries(CLIENTS)) {
      server.script(`/${name}.js`, await bundle(using(code, server.site), { format: 'iife' }))
      server.page(`/${name}`, page(name))
      server.page(`/${name}-hidden`, page(name, HIDE))
    }
    for (const [scenario, how] of Object.entries(SCENARIOS)) {
      const row = [scenario]
      for (const name of Object.keys(CLIENTS)) {
        const calls = await count(context, server, name, how)
        for (const call of calls) if (call !== 'id.site.localhost /v2/session') others.add(call)
        row.push(calls.length)
      }
      rows.push(row)
    }
    const countOf = (scenario, column) => rows.find(([name]) => name === scenario)[column + 1]
    const labels = Object.values(CLIENTS).map(({ label }) => label)
    return {
      title,
      how: 'Requests to the session service and the account service, counted at the services.',
      tables: [[['what', ...labels], ...rows]],
      targets: Object.entries(CLIENTS).flatMap(([name, { label }], column) =>
        WITH_TABS.includes(name)
          ? [
              atMost(`${label}, ${HIDDEN}: 1 request`, countOf(HIDDEN, column), 1),
              atMost(`${label}, ${SEEN}: a request each at most`, countOf(SEEN, column), TIMES),
            ]
          : [],
      ),
      notes: [
        others.size
          ? `Other than session calls: ${[...others].join(', ')}.`
          : 'All of them are session calls: nothing else was asked of either service.',
        strays.size ? `Hosts that nobody expected: ${[...strays].join(', ')}.` : 'No other host was called.',
      ],
    }
  } finally {
    await context.close()
    await server.close()
  }
}
