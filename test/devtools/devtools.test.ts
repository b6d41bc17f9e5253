import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { createIdentity } from '../../core/create-identity.ts'
import { definePlugin } from '../../core/plugin.ts'
import { FINDINGS } from '../../devtools/catalogue.ts'
import { lacks, noted } from '../../devtools/composition.ts'
import { devtools } from '../../devtools/devtools.ts'
import { diagnose } from '../../devtools/diagnose.ts'
import { login } from '../../plugins/login/login.ts'
import { sessionCache } from '../../plugins/session/session-cache.ts'
import { tabs } from '../../plugins/tabs/tabs.ts'
import { fetchTransport } from '../../plugins/transport/fetch-transport.ts'
import { userContext } from '../../plugins/user/user-context.ts'
import { ADA, NO_SESSION, optionsFor, rejection } from '../support/fixtures.ts'
import { json, openPage, type Page, text } from '../support/page.ts'

const compose = (page: Page) =>
  createIdentity(optionsFor(page), noted([fetchTransport(), sessionCache(), login(), devtools()]))

const SECRETS = Object.entries(ADA)
  .filter(([name]) => /sig|sp_id|uuid|pairId|Name|sdrn/.test(name))
  .map(([, value]) => `${value}`)

describe('the catalogue', () => {
  it.each(Object.entries(FINDINGS))('%s says what, why and what to do, each in sentences', (id, entry) => {
    expect(id).toMatch(/^[a-z]+(-[a-z]+)+$/)
    expect(['error', 'warning', 'info']).toContain(entry.severity)
    for (const sentence of [entry.what, entry.why, entry.fix])
      expect(sentence).toMatch(/^\p{Lu}.{15,}[.?)]$/u)
  })

  it('has no finding that no test produces in a browser', () => {
    const files = readdirSync('test/doctor').map((file) => `test/doctor/${file}`)
    const tests = [...files, 'test/e2e/devtools.test.ts'].map((file) => readFileSync(file, 'utf8')).join('\n')
    expect(Object.keys(FINDINGS).filter((id) => !tests.includes(`'${id}'`))).toEqual([])
  })
})

describe('a diagnosis', () => {
  it('changes neither the session, nor the cache, nor what the page is told', async () => {
    const page = openPage()
    page.answer(json(200, ADA), json(400, NO_SESSION))
    const identity = compose(page)
    const events: string[] = []
    for (const name of ['login', 'logout', 'error', 'sessionChange'] as const)
      identity.on(name, () => void events.push(name))
    await identity.hasSession()
    await diagnose(identity)
    expect(events).toEqual([])
    expect(await identity.hasSession()).toMatchObject({ userId: ADA.userId })
  })

  it('works before the first call, and without a transport', async () => {
    const page = openPage()
    page.answer(json(200, ADA))
    expect(await diagnose(compose(page))).toContainEqual(expect.objectContaining({ id: 'clock-off' }))
    const bare = createIdentity(optionsFor(openPage()), [devtools()])
    expect(Array.isArray(await diagnose(bare))).toBe(true)
  })

  it('tells no secret', async () => {
    const page = openPage()
    page.answer(json(403, { error: { code: 403, description: `sig ${ADA.sig}`, type: 'NoClient' } }))
    const said = JSON.stringify(await diagnose(compose(page)))
    expect(said).toContain('session-refused')
    for (const secret of SECRETS) expect(said).not.toContain(secret)
  })

  it('is refused for an identity that holds no kernel, with what to compose', async () => {
    const error = await rejection(diagnose(createIdentity(optionsFor(openPage()), [])))
    expect(error).toMatchObject({ reason: 'plugin-missing', message: expect.stringContaining('devtools()') })
  })
})

describe('the report', () => {
  it('has settings, findings, plugins and timeline, and no secret', async () => {
    const page = openPage('https://www.site.example/article?code=secret-code')
    page.answer(json(200, ADA), json(200, ADA))
    const identity = compose(page)
    await identity.hasSession()
    identity.login({ state: 'secret-state' })
    const report = await identity.devtoolsReport()
    expect(report).toContain('# Portico 0.1.0 on https://www.site.example/article?code\n')
    expect(report).toContain(
      '- session-cache: session:request session:accepted session:failed session:cleared',
    )
    expect(report).toMatch(/login by redirect to https:\/\/account\.example\/oauth\/authorize\?/)
    for (const secret of [...SECRETS, 'secret-state', 'secret-code', `${ADA.userId},`])
      expect(report).not.toContain(secret)
  })

  it('says of each entry of the tab that it is kept, for how long, and that it is removed, once', async () => {
    const page = openPage()
    // The report asks once more, past the cache.
    page.answer(json(200, ADA), json(200, ADA))
    const identity = compose(page)
    await identity.hasSession()
    await identity.hasSession()
    identity.clearCachedUserSession()
    const report = await identity.devtoolsReport()
    expect(report.match(/session (kept for \d+ s|removed)/g)).toEqual([
      'session kept for 60 s',
      'session removed',
    ])
  })
})

describe('what is composed with devtools', () => {
  it('goes on when the browser has none of what devtools look at', async () => {
    const page = openPage()
    for (const name of ['sessionStorage', 'performance', 'navigator'])
      Object.defineProperty(page.window, name, {
        get() {
          throw new Error(`${name} is denied`)
        },
      })
    page.answer(json(200, ADA))
    expect(await compose(page).hasSession()).toMatchObject({ userId: ADA.userId })
  })

  it('is set up on a window that has nothing but a location', () => {
    const window = { location: { href: 'https://www.site.example/' } } as unknown as Page['window']
    expect(createIdentity({ ...optionsFor(openPage()), window }, [devtools()]).openDevtools).toBeTypeOf(
      'function',
    )
  })

  it('leaves nothing on the window when it is disposed', async () => {
    const page = openPage()
    const before = Reflect.ownKeys(page.window)
    const identity = compose(page)
    page.answer(text(200, '<p>No session service</p>'))
    await rejection(identity.hasSession())
    identity.dispose()
    expect(Reflect.ownKeys(page.window).filter((key) => !before.includes(key))).toEqual([])
  })
})

describe('a recording of an earlier page', () => {
  it('is taken as far as it is one, since any script can write it', async () => {
    const page = openPage()
    const entry = { id: 1, at: Date.now(), kind: 'event', text: 'login', source: 'library' }
    const wrong = [
      null,
      7,
      { ...entry, at: 'x' },
      { ...entry, at: 1e300 },
      { ...entry, text: {} },
      { ...entry, id: -0.5 },
    ]
    page.window.sessionStorage.setItem('portico.devtools.log', JSON.stringify([entry, ...wrong]))
    page.answer(json(200, ADA))
    const report = await compose(page).devtoolsReport()
    expect(report.match(/ event login \(library\)/g)).toHaveLength(1)
  })
})

describe('noted plugins', () => {
  it('may have no names, as in production: none is then taken for missing', () => {
    const lacking: boolean[] = []
    const own = definePlugin({
      name: 'own',
      setup: (kernel) => void lacking.push(lacks(kernel, 'consents')),
    })
    createIdentity(optionsFor(openPage()), noted([fetchTransport(), own]))
    createIdentity(optionsFor(openPage()), noted([{ ...fetchTransport(), name: '' }, own]))
    expect(lacking).toEqual([true, false])
  })

  it('keep what they require, and what must stand before them', () => {
    const plugins = [fetchTransport(), tabs(), sessionCache()]
    const conflict = expect.objectContaining({ reason: 'plugin-conflict' })
    expect(() => createIdentity(optionsFor(openPage()), noted(plugins))).toThrow(conflict)
    const missing = expect.objectContaining({ reason: 'plugin-missing' })
    expect(() => createIdentity(optionsFor(openPage()), noted([userContext()]))).toThrow(missing)
  })

  it('leave what is no plugin to the check of the composition', () => {
    const wrong = [undefined, () => fetchTransport()] as never[]
    for (const plugin of wrong)
      expect(() => createIdentity(optionsFor(openPage()), noted([plugin]))).toThrow(
        /was its factory called\?/,
      )
  })
})
