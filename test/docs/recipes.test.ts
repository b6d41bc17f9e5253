/** The recipes that need no program of their own, each run on a scripted page: what it shows, and what its buttons do. */
import { readFileSync } from 'node:fs'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ADA, NO_SESSION } from '../support/fixtures.ts'
import { json, openPage, type Page } from '../support/page.ts'
import { filesOf, SAMPLES } from './pages.ts'
import { bundleOf, runOn, runOnServer } from './run.ts'
import { scriptsOf } from './scripts.ts'

afterEach(async () => {
  // React still has work when a test ends, and looks at the global window for it. Each task may make one more.
  for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate)
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const textOf = (page: Page) =>
  [...page.window.document.querySelectorAll('p')]
    .map(({ textContent }) => textContent?.replaceAll(/\s+/g, ' ').trim())
    .join(' ')
const button = (page: Page) => page.window.document.querySelector('button') as HTMLElement

const STATE = 'made by the site'

const GREETED = 'Hello, Ada Log out The whole article.'
const STRANGE = 'Hello, stranger Log in The whole article is for readers who are logged in.'
const UNDECIDED = '… The whole article is for readers who are logged in.'

interface Recipe {
  name: string
  page: string
  main: string
  /** Renders the recipe's page to HTML: what a server adds. */
  server: [file: string, code: string]
  /** Takes over what a server has rendered, once somebody has asked who reads. */
  late: [file: string, code: string]
}

const RECIPES: Recipe[] = [
  {
    name: 'React',
    page: 'recipes/react.md',
    main: 'src/main.tsx',
    server: [
      'src/server.tsx',
      `import { renderToString } from 'react-dom/server'
       import { App } from './App'
       export const render = async () => renderToString(<App />)`,
    ],
    late: [
      'src/late.tsx',
      `import { StrictMode } from 'react'
       import { hydrateRoot } from 'react-dom/client'
       import { App } from './App'
       import { getIdentity } from './identity'
       getIdentity().isLoggedIn().then(() =>
         hydrateRoot(document.getElementById('app')!, <StrictMode><App /></StrictMode>))`,
    ],
  },
  {
    name: 'Vue',
    page: 'recipes/vue.md',
    main: 'src/main.ts',
    server: [
      'src/server.ts',
      `import { createSSRApp } from 'vue'
       import { renderToString } from 'vue/server-renderer'
       import App from './App.vue'
       export const render = () => renderToString(createSSRApp(App))`,
    ],
    late: [
      'src/late.ts',
      `import { createSSRApp } from 'vue'
       import App from './App.vue'
       import { getIdentity } from './identity'
       getIdentity().isLoggedIn().then(() => createSSRApp(App).mount('#app'))`,
    ],
  },
  {
    name: 'Svelte',
    page: 'recipes/svelte.md',
    main: 'src/main.ts',
    server: [
      'src/server.ts',
      `import { render as renderPage } from 'svelte/server'
       import App from './App.svelte'
       export const render = async () => renderPage(App).body`,
    ],
    late: [
      'src/late.ts',
      `import { hydrate } from 'svelte'
       import App from './App.svelte'
       import { getIdentity } from './identity'
       getIdentity().isLoggedIn().then(() => hydrate(App, { target: document.getElementById('app')! }))`,
    ],
  },
]

/** The HTML that a server makes of a recipe's page. */
async function rendered({ page, server: [file, code] }: Recipe): Promise<string> {
  const files = { ...filesOf(page), [file]: code }
  const bundle = await bundleOf(page, file, { files, format: 'cjs', runsOn: 'server' })
  return runOnServer<{ render(): Promise<string> }>(bundle).render()
}

describe.each(RECIPES)('the recipe for $name', (recipe) => {
  const { page: file, main } = recipe

  it('greets a reader, lets them read, and logs them out', async () => {
    const page = openPage('https://site.com/article')
    page.answer(json(200, ADA))
    runOn(page, await bundleOf(file, main))
    await vi.waitFor(() => expect(textOf(page)).toBe(GREETED))
    button(page).click()
    expect(page.navigations[0]).toMatch(/^https:\/\/id\.site\.com\/logout\?/)
    await vi.waitFor(() => expect(textOf(page)).toBe(STRANGE))
  })

  it('greets an anonymous reader, and logs them in with the state of the server', async () => {
    const page = openPage('https://site.com/article')
    page.answer(json(400, NO_SESSION))
    vi.stubGlobal('fetch', async () => Response.json({ state: STATE }))
    runOn(page, await bundleOf(file, main))
    await vi.waitFor(() => expect(textOf(page)).toBe(STRANGE))
    button(page).click()
    await vi.waitFor(() => expect(page.navigations).toHaveLength(1))
    expect(new URL(page.navigations[0] ?? '').searchParams.get('state')).toBe(STATE)
  })

  it('renders on a server, which knows nobody', async () => {
    const page = openPage('https://site.com/article')
    page.window.document.body.innerHTML = await rendered(recipe)
    expect(textOf(page)).toBe(UNDECIDED)
  })

  it('takes over what a server has rendered, however late, without a warning', async () => {
    const said = [vi.spyOn(console, 'error'), vi.spyOn(console, 'warn')]
    const page = openPage('https://site.com/article')
    page.window.document.body.innerHTML = `<div id="app">${await rendered(recipe)}</div>`
    page.answer(json(200, ADA))
    const [late, code] = recipe.late
    const files = { ...filesOf(file), [late]: code }
    runOn(page, await bundleOf(file, late, { files, isDevelopment: true }))
    await vi.waitFor(() => expect(textOf(page)).toBe(GREETED))
    expect(page.requests).toHaveLength(1)
    expect(page.reported).toEqual([])
    for (const spy of said) expect(spy.mock.calls).toEqual([])
  })
})

const htmlOf = (file: string) => SAMPLES.filter(({ page, language }) => page === file && language === 'html')
const LIBRARY = readFileSync('dist/portico.min.js', 'utf8')

describe('the recipe for a script tag', () => {
  const [first, late] = htmlOf('recipes/script-tag.md')

  async function open(...answers: Parameters<Page['answer']>): Promise<Page> {
    const page = openPage('https://site.com/')
    const [, body = ''] = /<body>(.*)<\/body>/s.exec(first?.code ?? '') ?? []
    page.window.document.body.innerHTML = body.replace(/<script>.*<\/script>/s, '')
    page.answer(...answers)
    vi.stubGlobal('fetch', async () => Response.json({ state: STATE }))
    runOn(page, `${LIBRARY}\n${scriptsOf(first?.code ?? '')}`)
    await vi.waitFor(() => expect(textOf(page)).not.toBe('…'))
    return page
  }
  const shownButton = (page: Page) =>
    [...page.window.document.querySelectorAll('button')].find(({ hidden }) => !hidden) as HTMLElement

  it('greets a reader, and its button logs them out', async () => {
    const page = await open(json(200, ADA))
    expect(textOf(page)).toBe('Hello, Ada')
    shownButton(page).click()
    expect(page.navigations[0]).toMatch(/^https:\/\/id\.site\.com\/logout\?/)
    expect(textOf(page)).toBe('Hello, stranger')
  })

  it('greets an anonymous reader, and its button logs them in with the state of the server', async () => {
    const page = await open(json(400, NO_SESSION))
    expect(textOf(page)).toBe('Hello, stranger')
    shownButton(page).click()
    await vi.waitFor(() => expect(page.navigations).toHaveLength(1))
    expect(new URL(page.navigations[0] ?? '').searchParams.get('state')).toBe(STATE)
  })

  it('tells a script that has run earlier', async () => {
    const page = openPage('https://site.com/')
    page.answer(json(200, ADA))
    const options =
      "{ clientId: 'a', sessionDomain: 'https://id.site.com', redirectUri: 'https://site.com/' }"
    runOn(page, `${scriptsOf(late?.code ?? '')}\n${LIBRARY}\nnew Portico.Identity(${options})`)
    await vi.waitFor(() => expect(page.window.document.body.dataset.loggedIn).toBe('true'))
  })
})

describe('the recipe for a consent-management platform', () => {
  it('sends the consents of the platform with a login', async () => {
    const page = openPage('https://site.com/')
    const [sample] = htmlOf('recipes/consent-platform.md')
    page.window.document.body.innerHTML = '<button id="log-in"></button>'
    vi.stubGlobal('fetch', async () => Response.json({ state: STATE }))
    runOn(page, `${LIBRARY}\n${scriptsOf(sample?.code ?? '')}`)
    button(page).click()
    await vi.waitFor(() => expect(page.navigations).toHaveLength(1))
    const { searchParams } = new URL(page.navigations[0] ?? '')
    expect(searchParams.get('state')).toBe(STATE)
    expect(searchParams.get('gdpr')).toBe('1')
    expect(searchParams.get('gdpr_consent')).toBe('CPXxRfAPXxRfAAfKABENB')
  })
})
