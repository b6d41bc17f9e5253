/**
 * Each reason of the catalogue has an example in the reference. It is run on a page that has the fault, where it meets the reason and
 * does what it shows.
 */
import { EXPLANATIONS } from 'portico/core'
import { fakeService, responses, type ServiceResponse, stubFetch } from 'portico/testing'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { leave, openPage, type Page } from '../support/page.ts'
import { type Sample, samplesOf, source } from './pages.ts'
import { bundleOf, runOn } from './run.ts'

const PAGE = 'reference/errors.md'
const SAMPLES = samplesOf(PAGE, source(PAGE))
const FILES = Object.fromEntries(SAMPLES.flatMap(({ name, code }) => (name ? [[name, code]] : [])))

/** The samples under a heading of the page. */
function samplesUnder(reason: string): Sample[] {
  const lines = source(PAGE).split('\n')
  const start = lines.indexOf(`## ${reason}`) + 1
  const length = lines.slice(start).findIndex((line) => line.startsWith('## '))
  const end = length < 0 ? lines.length : start + length
  return start > 0 ? SAMPLES.filter(({ line }) => line > start && line <= end) : []
}

/** What is true of a page, beside what its services answer. */
type Prepare = (page: Page, http: string) => void

interface World {
  /** What the session service responses. @default a reader who is connected */
  session?: ServiceResponse
  prepare?: Prepare
}

interface Case {
  /** The fault; none where it is in the sample itself. */
  fault?: World
  /** What the page shows, or writes to the console. */
  shows: RegExp
  /** How often the browser has come to the page before. */
  visits?: number
  /** Whether the development build alone finds it. */
  isOfDevelopment?: boolean
}

/** As on a page by plain http. */
const withoutCrypto: Prepare = ({ window }) =>
  Object.defineProperty(window, 'crypto', { value: {}, configurable: true })

/** A storage that is full. */
const fullStorage: Prepare = ({ window }) =>
  Object.defineProperty(window, 'localStorage', {
    value: {
      getItem: () => null,
      removeItem() {},
      setItem() {
        throw new DOMException('The quota has been exceeded', 'QuotaExceededError')
      },
    },
  })

/** A browser that has the dialog, and heeds the header. Where it may, it asks; the reader closes the dialog. */
const withDialog: Prepare = ({ window }, http) => {
  const isAllowed = !/^Permissions-Policy:.*\bidentity-credentials-get=\(\)/m.test(http)
  const name = isAllowed ? 'NetworkError' : 'NotAllowedError'
  const credentials = { get: () => Promise.reject(Object.assign(new Error(name), { name })) }
  Object.defineProperty(window.navigator, 'credentials', { value: credentials })
  Object.assign(window, { IdentityCredential: {} })
  Object.assign(window.document, { featurePolicy: { allowsFeature: () => isAllowed } })
}

const NOBODY = { session: responses.nobody() }

/** How each reason comes about. `identity-missing` is not here: it has components, and a test of its own. */
const CASES: Record<string, Case> = {
  'option-invalid': { shows: /option-invalid: sessionDomain/ },
  'argument-invalid': { shows: /cannot log in/ },
  'plugin-conflict': { shows: /plugin-conflict: two plugins are named transport/, isOfDevelopment: true },
  'plugin-missing': { shows: /plugin-missing: transport/ },
  'plugin-failed': { shows: /no element for the greeting/ },
  disposed: { shows: /^disposed/ },
  'session-missing': { fault: NOBODY, shows: /Log in to read on/ },
  'session-refused': {
    fault: { session: responses.refused(404) },
    shows: /session-refused: 404.* 404/,
  },
  'session-unreachable': { fault: { session: responses.down() }, shows: /Welcome/ },
  'session-malformed': {
    fault: { session: responses.malformed() },
    shows: /Welcome.*session-malformed/,
  },
  timeout: { fault: { session: responses.slow() }, shows: /Welcome/ },
  'not-connected': { fault: { session: responses.notConnected() }, shows: /Log in to this site/ },
  'identifier-missing': {
    fault: { session: responses.connected({ uuid: undefined }) },
    shows: /All newsletters/,
  },
  'session-refreshing': { fault: { session: responses.refresh() }, shows: /^$/ },
  'refresh-failed': { fault: { session: responses.refresh() }, shows: /Allow cookies/, visits: 1 },
  'redirect-refused': {
    fault: { session: responses.refresh('https://elsewhere.example/') },
    shows: /Welcome.*redirect-refused: https:\/\/id\.site\.com/,
  },
  'callback-failed': {
    fault: { session: responses.refresh(), prepare: fullStorage },
    shows: /quota/,
  },
  'crypto-unavailable': {
    fault: { prepare: withoutCrypto },
    shows: /Open this page over https/,
  },
  'continue-as-forbidden': {
    fault: { prepare: withDialog },
    shows: /Log in/,
  },
  'widget-unavailable': {
    fault: NOBODY,
    shows: /Log in/,
  },
}

/** Notes the reason of every error that a sample looks at. */
const WATCH = `
  import { SDKError } from 'portico/core'
  const { is } = SDKError
  SDKError.is = (value): value is SDKError => {
    if (is(value)) (globalThis as any).metReasons.push(value.reason)
    return is(value)
  }
`

interface Outcome {
  /** The reasons that the sample has met. */
  met: string[]
  /** What the page shows, and what is in its console, in a line. */
  shown: string
  /** What the sample did not catch. */
  uncaught: unknown
}

/** Runs the example of a reason as the script of a page. */
async function run(reason: string, world: World, isDevelopment: boolean, visits = 0): Promise<Outcome> {
  const samples = samplesUnder(reason)
  const code = samples.find(({ language }) => language === 'ts')?.code ?? ''
  const http = samples.find(({ language }) => language === 'http')?.code ?? ''
  const { session = responses.connected(), prepare } = world
  const page = openPage('https://site.com/article')
  Object.assign(page.window, { porticoFindings: 'off' })
  page.window.fetch = stubFetch(fakeService({ session }))
  prepare?.(page, http)

  const met: string[] = []
  const lines: string[] = []
  vi.stubGlobal('metReasons', met)
  for (const method of ['log', 'info', 'warn', 'error'] as const)
    vi.spyOn(console, method).mockImplementation((...said) => void lines.push(said.join(' ')))
  const files = {
    ...FILES,
    'watch.ts': WATCH,
    'example.ts': code,
    'main.ts': "import './watch'\nimport './example'",
  }
  const script = await bundleOf(PAGE, 'main.ts', { files, format: 'esm', isDevelopment })
  let uncaught: unknown
  for (let visit = 0; visit <= visits; visit++) {
    met.length = 0
    runOn(page, `globalThis.exampleOver = (async () => {${script}})()`)
    uncaught = await (globalThis as unknown as { exampleOver: Promise<void> }).exampleOver.then(
      () => undefined,
      (error) => error,
    )
    if (visit < visits) leave(page)
  }
  const shown = [page.window.document.body.textContent, ...lines].filter(Boolean).join(' ')
  return { met, shown: shown.replaceAll('\n', ' '), uncaught }
}

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const REASONS = Object.keys(EXPLANATIONS)

describe('the examples of the reasons', () => {
  it('are there for each, and name it', () => {
    const without = REASONS.filter(
      (reason) =>
        !samplesUnder(reason).some(
          ({ language, code }) => /^tsx?$/.test(language) && new RegExp(`['\`]${reason}['\`]`).test(code),
        ),
    )
    expect(without).toEqual([])
  })

  it('are run for each', () => {
    expect([...Object.keys(CASES), 'identity-missing'].sort()).toEqual([...REASONS].sort())
  })

  describe.each([
    ['development', true],
    ['production', false],
  ])('in the %s build', (_, isDevelopment) => {
    const cases = Object.entries(CASES).filter(([, one]) => isDevelopment || !one.isOfDevelopment)

    it.each(cases)('meet the reason, and do what they show: %s', async (reason, { fault, shows, visits }) => {
      const { met, shown, uncaught } = await run(reason, fault ?? {}, isDevelopment, visits)
      expect(uncaught).toBeUndefined()
      expect(met.at(-1)).toBe(reason)
      expect(shown).toMatch(shows)
    })
  })

  it('of a component without a provider throws, and with one it renders', async () => {
    const [sample] = samplesUnder('identity-missing')
    const files = {
      ...FILES,
      'example.tsx': sample?.code ?? '',
      'main.tsx': `
        import { renderToString } from 'react-dom/server'
        import { Right, Wrong } from './example'
        export const render = (name: 'Right' | 'Wrong') => renderToString(name === 'Right' ? <Right /> : <Wrong />)
      `,
    }
    const script = await bundleOf(PAGE, 'main.tsx', { files, format: 'cjs' })
    const page = openPage('https://site.com/article')
    page.window.fetch = stubFetch(responses.nobody())
    runOn(page, `const module = { exports: {} }; ${script}; globalThis.exampleOver = module.exports`)
    const { exampleOver } = globalThis as unknown as { exampleOver: { render(name: string): string } }
    expect(() => exampleOver.render('Wrong')).toThrow(
      expect.objectContaining({ name: 'SDKError', reason: 'identity-missing' }),
    )
    expect(exampleOver.render('Right')).toBe('<button>Log in</button>')
  })
})
