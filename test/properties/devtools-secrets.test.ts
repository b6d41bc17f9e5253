import './runs.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SDKError } from '../../core/errors.ts'
import { createIdentity } from '../../core/kernel/create-identity.ts'
import type { Events } from '../../core/kernel/events.ts'
import type { AnyPlugin } from '../../core/kernel/plugin.ts'
import { type KernelOptions, resolveOptions } from '../../core/options.ts'
import { storagePrefix } from '../../core/storage.ts'
import { checkNames } from '../../devtools/checks/names.ts'
import { devtools } from '../../devtools/devtools.ts'
import { consents } from '../../plugins/consents/consents.ts'
import { type LoginApi, login } from '../../plugins/login/login.ts'
import { userContext } from '../../plugins/login/user-context.ts'
import { sessionEvents } from '../../plugins/reporting/session-events.ts'
import { sessionBackoff } from '../../plugins/session/session-backoff.ts'
import { sessionCache } from '../../plugins/session/session-cache.ts'
import { sessionRefresh } from '../../plugins/session/session-refresh.ts'
import { fetchTransport } from '../../plugins/transport/fetch-transport.ts'
import { listen } from '../devtools/support/console.ts'
import { ADA, NO_SESSION, optionsFor } from '../support/fixtures.ts'
import { type Answer, closePages, json, openPage, type Page } from '../support/page.ts'

const letters = (min: number, max: number) =>
  fc.string({ unit: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz'), minLength: min, maxLength: max })
const name = letters(6, 12).map((text) => text.charAt(0).toUpperCase() + text.slice(1))

/** What must not be seen: tokens, numbers, names, as they stand in a path, in a query, in a sentence. */
const secret = fc.oneof(
  fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 12, maxLength: 40 }),
  fc.string({
    unit: fc.constantFrom(...'ABCDEFGHJKLMNPQRSTUVWXYZabcdefg0123456789_-'),
    minLength: 12,
    maxLength: 40,
  }),
  letters(12, 20),
  fc.integer({ min: 10_000_000, max: 2 ** 31 }).map(String),
  fc.tuple(name, name).map(([given, family]) => given + family),
)

interface Way {
  url?: string
  options?: Partial<KernelOptions>
  plugins?: AnyPlugin[]
  answers?: Answer[]
  /** What other scripts of the page have done before. */
  before?(page: Page, options: ReturnType<typeof optionsFor>): void
  /** What the page does after the first call. */
  after?(page: Page, identity: Events & LoginApi): void
}

/** Runs a page with devtools to its end, and gives all that it has shown: the console and the report. */
async function shown({ url, options: more, plugins = [], answers, before, after }: Way): Promise<string> {
  const page = openPage(url)
  const lines = listen(page.window)
  // A transport holds a failure back for a moment.
  const soon = (run: () => void, ms: number) => setTimeout(run, ms < 1000 ? 0 : ms)
  Object.assign(page.window, { setTimeout: soon, clearTimeout })
  const options = optionsFor(page, more)
  before?.(page, options)
  const composed = createIdentity(options, [
    fetchTransport({ retries: 0 }),
    sessionCache(),
    sessionBackoff(),
    sessionEvents(),
    login(),
    consents(),
    userContext(),
    devtools(),
    ...plugins,
  ])
  const identity = checkNames(composed, options)
  page.answer(...(answers ?? [json(200, ADA), json(200, ADA), json(401, {}), json(401, {})]))
  await identity.hasSession().catch(() => undefined)
  after?.(page, identity)
  identity.loginUrl({ state: 's' })
  const report = await identity.devtoolsReport()
  identity.dispose()
  await closePages().catch(() => undefined)
  return `${lines.join('\n')}\n${report}`
}

/** A violation of the page's policy, as a browser tells of it. */
function violate({ window }: Page, members: object): void {
  const event = Object.assign(new window.Event('securitypolicyviolation'), members)
  window.document.dispatchEvent(event)
}

const failing = (body: object, status = 403): Answer[] => [json(status, body), json(status, body)]

/** How a secret could get to where it is seen. */
const DOORS: Record<string, (secret: string) => Way> = {
  'the path of the page': (it) => ({ url: `https://www.site.example/reset/${it}/session` }),
  'a query of the page without =': (it) => ({ url: `https://www.site.example/?${it}` }),
  'a parameter of the page': (it) => ({ url: `https://www.site.example/?token=${it}&code=${it}#${it}` }),
  'the credentials of the page': (it) => ({ url: `https://${it}:${it}@www.site.example/` }),
  'the redirect address': (it) => ({
    options: { redirectUri: `https://www.site.example/${it}?${it}&a=${it}` },
  }),
  'a redirect address elsewhere': (it) => ({
    options: { redirectUri: `https://cb.site.example/${it}?${it}` },
  }),
  'the description of an error': (it) => ({
    answers: failing({ error: { code: 403, description: `The user ${it} is blocked` } }),
  }),
  'the description of an unknown client': (it) => ({
    answers: failing({ error: { code: 404, description: `No client ${it}, ${it}` } }, 404),
  }),
  'the type of an error': (it) => ({ answers: failing({ error: { code: 403, type: it } }) }),
  'the code of an error': (it) => ({ answers: failing({ error: { code: Number(it) || it } }) }),
  'a session’s members': (it) => ({
    answers: ['one', 'two', 'three', 'four'].map(() =>
      json(200, { ...ADA, [it]: it, givenName: it, nested: { [it]: it } }),
    ),
  }),
  'the values of known members': (it) => {
    const values = {
      userStatus: it,
      baseDomain: it,
      sp_id: it,
      sig: it,
      id: it,
      gender: it,
      photo: it,
      tracking: it,
    }
    return { answers: ['one', 'two', 'three', 'four'].map(() => json(200, { ...ADA, ...values })) }
  },
  'the times of a session': (it) => ({
    answers: ['one', 'two', 'three', 'four'].map(() => json(200, { ...ADA, expiresIn: it, serverTime: it })),
  }),
  'the times of a failure': (it) => ({
    answers: failing({ ...NO_SESSION, response: { serverTime: it, expiresIn: it, baseDomain: it } }, 400),
  }),
  'the error of a fetch': (it) => {
    const fail: Answer = () => Promise.reject(new TypeError(`Failed to fetch https://site.example/?${it}`))
    return { answers: [fail, fail, fail, fail] }
  },
  'the address that a refresh of the cookie leads to': (it) => {
    const refresh = json(200, { redirectURL: `/${it}/session?${it}&a=${it}#${it}` })
    return { plugins: [sessionRefresh()], answers: [refresh, refresh] }
  },
  'the recording of an earlier page': (it) => ({
    before: ({ window }) => {
      const entry = { id: 1, at: Date.now(), kind: 'event', text: it, source: 'library' }
      const all = [
        ...[entry, { ...entry, text: `login ${it}` }, { ...entry, kind: it, text: 'login' }],
        ...[
          { ...entry, source: it, text: 'login' },
          { ...entry, at: Number(it) || 1, text: 'logout' },
        ],
        { ...entry, kind: 'call', text: `GET https://${it}.example/` },
        { ...entry, kind: 'call', text: `GET https://id.site.example/${it}?${it}` },
        { ...entry, kind: 'error', text: `session-refused (${it})` },
      ]
      window.sessionStorage.setItem('portico.devtools.log', JSON.stringify(all))
    },
  }),
  'entries of the storage': (it) => ({
    before: ({ window }, options) => {
      const prefix = storagePrefix(resolveOptions(options))
      const pause = { reason: it, code: it, retryAt: Date.now() + 30_000, pauseMs: 30_000 }
      window.localStorage.setItem(
        `${prefix}pause`,
        JSON.stringify({ value: pause, expiresAt: Date.now() + 60_000 }),
      )
      for (const entry of ['session', 'refresh', 'tabs'])
        window.sessionStorage.setItem(
          prefix + entry,
          JSON.stringify({ value: it, expiresAt: Number(it) || it }),
        )
      window.sessionStorage.setItem('portico.devtools.cause', `${pause.retryAt} ${it}`)
      window.sessionStorage.setItem('portico.devtools.login', it)
    },
    answers: [json(200, ADA)],
  }),
  'what another plugin throws': (it) => ({
    plugins: [
      {
        name: 'other',
        setup: (kernel) =>
          kernel.use('server', async () => {
            throw new SDKError(it as 'timeout', it, { code: Number(it), type: it })
          }),
      },
    ],
    answers: [json(200, ADA)],
  }),
  'what the policy blocks': (it) => ({
    after: (page) => {
      const originalPolicy = `script-src 'nonce-${it}' 'sha256-${it}' https://site.example/${it}; connect-src 'self' /${it}`
      const violation = { effectiveDirective: 'script-src', originalPolicy, sample: `"${it}"` }
      violate(page, { ...violation, blockedURI: `https://account.example/${it}?${it}` })
      violate(page, { ...violation, blockedURI: 'inline', sample: `https://account.example/?${it}` })
      violate(page, {
        ...violation,
        effectiveDirective: 'connect-src',
        blockedURI: `https://id.site.example/${it}`,
      })
      violate(page, { ...violation, effectiveDirective: it, blockedURI: it })
      violate(page, { ...violation, blockedURI: it, sample: 'https://account.example/' })
      violate(page, {
        ...violation,
        effectiveDirective: 'trusted-types',
        blockedURI: 'trusted-types-policy',
        sample: `portico|${it}`,
      })
      violate(page, { ...violation, effectiveDirective: `trusted-types-${it}`, sample: 'portico' })
    },
  }),
  'what a consent platform answers': (it) => ({
    before: ({ window }) =>
      Object.assign(window, {
        __tcfapi: (_command: string, _version: number, callback: (answer: unknown) => void) =>
          callback({ cmpLoaded: false, cmpStatus: it, eventStatus: it }),
      }),
  }),
  'names that the page passes': (it) => ({
    after: (_, identity) => {
      const digits = it.replace(/[a-z]/gi, '')
      identity.on(`login ${digits}` as 'login', () => {})
      identity.loginUrl({ state: 's', ...{ [`acrValues=${digits}`]: it }, tag: it, loginHint: it })
    },
  }),
  'a call that the page’s head has begun': (it) => ({
    before: ({ window }) => {
      const url = `https://${it}.example/${it}?${it}&a=${it}&redirect_uri=${it}#${it}`
      Object.assign(window, { porticoHead: [url, Date.now(), Promise.resolve()] })
    },
  }),
  'the list of instances': (it) => ({
    before: ({ window }) =>
      Object.assign(window, {
        [Symbol.for('portico.instances')]: new Set([{ version: it, clientId: it, sessionDomain: it }]),
      }),
  }),
}

// Each run opens a page and diagnoses it.
const numRuns = Math.ceil((fc.readConfigureGlobal().numRuns ?? 100) / 10)

describe('the console and the report of devtools', () => {
  it.each(Object.entries(DOORS))('show no secret that comes by %s', async (_, through) => {
    await fc.assert(
      fc.asyncProperty(secret, async (planted) => {
        const text = await shown(through(planted))
        expect(text).toContain('## Timeline')
        expect(text.toLowerCase()).not.toContain(planted.toLowerCase())
      }),
      { numRuns },
    )
  })
})
