/** Opens pages of the development build, and records what the console says and what `diagnose` finds. */
import type { Frame, Page } from 'playwright-core'
import type { Finding } from '../../../devtools/catalogue.ts'
import { bundle, ownOptions, pageWith } from './own-page.ts'
import type { World } from './world.ts'

/** What is different from a page that is right. */
export interface Fault {
  /** Options that differ. Undefined removes one. */
  options?: Record<string, unknown>
  /** Runs after the first session call. Can use `identity`. */
  script?: string
  /** Runs before anything else on the page. */
  before?: string
  headers?: Record<string, string>
  /** @default a host on the site of the session service */
  host?: string
  query?: string
  /** The script of the page. @default one that constructs the full identity with devtools */
  bundle?: string
}

// A test drives these browsers, so the development build would keep quiet about the pages' addresses.
const SWITCH = "window.porticoFindings ??= 'on'"

const SCRIPT = `
  import { Identity } from 'portico'
  import { devtools, diagnose } from 'portico/devtools'
  ${SWITCH}
  const identity = new Identity({ ...options, plugins: [devtools()] })
  const ready = identity.hasSession().catch(() => undefined)
  ready.then((session) => Object.assign(window, { isReady: true, answer: !!session }))
  Object.assign(window, { identity, ready, diagnosis: () => ready.then(() => diagnose(identity)) })
`

/** A page without devtools that asks isLoggedIn(), to which every failure is `false`. */
const PLAIN = `
  import { Identity } from 'portico'
  ${SWITCH}
  const identity = new Identity(options)
  const ready = identity.isLoggedIn().then((answer) => Object.assign(window, { isReady: true, answer }))
  Object.assign(window, { identity, ready })
`

type DiagnosedWindow = { diagnosis(): Promise<Finding[]> }

let script: Promise<string> | undefined

/** The script of a page with the development build. */
export const developmentScript = (): Promise<string> => (script ??= bundle(SCRIPT, ['development']))

/** The same with the production build. */
export const productionScript = (): Promise<string> => bundle(SCRIPT)

/** The script of a page without devtools. */
export const plainScript = (isDevelopment: boolean): Promise<string> =>
  bundle(PLAIN, isDevelopment ? ['development'] : [])

/** An open page, and what its console said. */
export interface DiagnosedPage {
  readonly page: Page
  readonly lines: string[]
  /** What `diagnose` finds in the page, or in a frame of it. */
  diagnosis(frame?: Frame): Promise<Finding[]>
  /** Waits for a line of the console that names a finding. */
  line(id: string): Promise<string>
}

/** Opens a page with a fault, or none, and waits for its first session call to end. */
export async function openDiagnosed(world: World, fault: Fault = {}): Promise<DiagnosedPage> {
  const { options, script: more = '', before = '', headers, host, query = '', bundle: own } = fault
  // Scripts of a page with a policy come by nonce; what the browser makes of the page itself is not the point.
  const first = pageWith({ ...ownOptions(world), ...options }, own ?? (await developmentScript()))
  const nonced = first.body
    .replaceAll('<script>', '<script nonce="n0nce">')
    .replace('<body>', `<body><script nonce="n0nce">${before}</script>`)
  const body = `${nonced}<script nonce="n0nce">ready.then(() => { ${more} })</script>`
  world.pages.serve('/', { body, ...(headers && { headers }) })
  return watch(await world.page(), async (page) => {
    await page.goto(world.pages.url(`/${query}`, host))
    // A refresh leads to another page, which is awaited as well.
    await page.waitForFunction(() => 'isReady' in window)
  })
}

/** Listens to a page's console, and opens it. */
export async function watch(page: Page, open: (page: Page) => Promise<void>): Promise<DiagnosedPage> {
  const lines: string[] = []
  page.on('console', (message) => {
    if (message.text().startsWith('portico: ')) lines.push(message.text())
  })
  await open(page)
  return {
    page,
    lines,
    diagnosis: (frame) => (frame ?? page).evaluate(() => (window as unknown as DiagnosedWindow).diagnosis()),
    async line(id) {
      const isIt = (text: string) => text.startsWith(`portico: ${id}.`)
      const known = lines.find(isIt)
      if (known) return known
      const message = await page.waitForEvent('console', (heard) => isIt(heard.text()))
      return message.text()
    },
  }
}

/** The ids of findings. */
export const idsOf = (findings: readonly Finding[]): string[] => findings.map(({ id }) => id)
