/** Pages of the development build that are diagnosed: what the console says, and what `diagnose` finds. */
import type { Frame, Page } from 'playwright-core'
import type { Finding } from '../../../devtools/catalogue.ts'
import { bundle, ownOptions, pageWith } from './own-page.ts'
import type { World } from './world.ts'

/** How a page differs from one on which everything is right. */
export interface Fault {
  /** Options that differ; undefined takes one out. */
  options?: Record<string, unknown>
  /** Runs after the first session call; `identity` is there. */
  script?: string
  /** Runs before anything else on the page. */
  before?: string
  headers?: Record<string, string>
  /** @default that of pages which share the session service's site */
  host?: string
  query?: string
  /** The script of the page, in place of one that constructs the full identity with devtools. */
  bundle?: string
}

const SCRIPT = `
  import { Identity } from 'portico'
  import { devtools, diagnose } from 'portico/devtools'
  const identity = new Identity({ ...options, plugins: [devtools()] })
  const ready = identity.hasSession().catch(() => undefined)
  ready.then((session) => Object.assign(window, { isReady: true, answer: !!session }))
  Object.assign(window, { identity, ready, diagnosis: () => ready.then(() => diagnose(identity)) })
`

/** A page that knows nothing of devtools, and asks as most do: every failure is `false`. */
const PLAIN = `
  import { Identity } from 'portico'
  const identity = new Identity(options)
  const ready = identity.isLoggedIn().then((answer) => Object.assign(window, { isReady: true, answer }))
  Object.assign(window, { identity, ready })
`

type DiagnosedWindow = { diagnosis(): Promise<Finding[]> }

let script: Promise<string> | undefined

/** The development build in a page, for whatever serves it. */
export const developmentScript = (): Promise<string> => (script ??= bundle(SCRIPT, ['development']))

/** The same in the build for readers, by a page that names devtools. */
export const productionScript = (): Promise<string> => bundle(SCRIPT)

/** A page without devtools: that of developers, or that of readers. */
export const plainScript = (isDevelopment: boolean): Promise<string> =>
  bundle(PLAIN, isDevelopment ? ['development'] : [])

/** A page of the development build, opened, and what its console said. */
export interface DiagnosedPage {
  readonly page: Page
  readonly lines: string[]
  /** What `diagnose` finds, in the page or in a frame of it. */
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
    // Also on the page behind a refresh.
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
