import { describe, expect, it } from 'vitest'
import { createIdentity, type Kernel, type Plugin } from '../../core/index.ts'
import { found } from '../../devtools/catalogue.ts'
import { consoleFindings } from '../../devtools/console-findings.ts'
import {
  findingsView,
  pluginsView,
  sessionView,
  summaryOf,
  timelineView,
} from '../../devtools/panel/views.ts'
import { observe } from '../../devtools/recording/observe.ts'
import { login } from '../../plugins/login/login.ts'
import { fetchTransport } from '../../plugins/transport/fetch-transport.ts'
import { ADA, openKernel, optionsFor, rejection } from '../support/fixtures.ts'
import { json, openPage, type Page, text } from '../support/page.ts'

/** Opens a page whose service answers with a session, and asks for it. */
async function open(session: object, page: Page = openPage()) {
  page.answer(json(200, session))
  let kernel: Kernel | undefined
  const probe: Plugin = { name: 'probe', setup: (given) => void (kernel = given) }
  const identity = createIdentity(optionsFor(page), [fetchTransport(), login(), consoleFindings(), probe])
  await identity.hasSession()
  const opened = kernel as unknown as Kernel
  return { page, identity, kernel: opened, document: page.window.document, observation: observe(opened) }
}

/** A violation of the page's policy, as a browser tells of it. */
function violate({ document }: Kernel['window'], members: object): void {
  const { defaultView } = document
  const event = new (defaultView as Kernel['window']).Event('securitypolicyviolation')
  document.dispatchEvent(Object.assign(event, members))
}

describe('the session in the panel', () => {
  it('has the members of the specification, those of the reader, too', async () => {
    const { document, observation } = await open(ADA)
    const shown = JSON.parse(sessionView(document, observation).querySelector('pre')?.textContent ?? '')
    expect(shown).toMatchObject({ result: true, userId: ADA.userId, givenName: 'Ada' })
  })

  it('has no sig, no sp_id, and no value of a member that nobody knows', async () => {
    const more = { token: 'secret-token', nested: { sig: 'secret-nested' } }
    const { document, observation } = await open({
      ...ADA,
      sig: 'secret-sig',
      sp_id: 'secret-sp-id',
      ...more,
    })
    const text = sessionView(document, observation).textContent
    expect(text).toMatch(/"sig": "…"[\s\S]*"token": "…"/)
    expect(text).toMatch(/"sp_id": "…"/)
    expect(text).not.toContain('secret')
  })

  it('says until when it is good, and that it was cleared, also while the service is in trouble', async () => {
    const { document, observation, kernel, page } = await open(ADA)
    const until = () => sessionView(document, observation).querySelector('p')?.textContent
    expect(until()).toMatch(/^Good until \d\d:\d\d:\d\d\.$/)
    kernel.clearSession()
    expect(until()).toBe('Cleared: the next call asks the service.')
    page.answer(text(503, ''))
    await rejection(kernel.hasSession())
    expect(until()).toBe('Cleared: the next call asks the service.')
    expect(sessionView(document, observation).textContent).toContain('Ada')
    page.answer(json(200, ADA))
    await kernel.hasSession()
    expect(until()).toMatch(/^Good until /)
  })

  it('is none after a logout', async () => {
    const { document, observation, kernel } = await open(ADA)
    kernel.endSession()
    expect(sessionView(document, observation).textContent).toBe('No session is known.')
  })

  it('is none before there is one', () => {
    const page = openPage()
    const { kernel } = openKernel(optionsFor(page), [])
    expect(sessionView(page.window.document, observe(kernel)).textContent).toBe('No session is known.')
  })
})

describe('the timeline in the panel', () => {
  it('keeps its lines when more come, and drops those that are no longer recorded', async () => {
    const { document, observation } = await open(ADA)
    const list = timelineView(document, observation)
    const [newest] = list.children
    const oldest = list.lastElementChild
    observation.recorder.add('event', 'one more', 'page')
    expect(timelineView(document, observation, list)).toBe(list)
    expect([list.children[1], list.lastElementChild]).toEqual([newest, oldest])
    expect(list.firstElementChild?.textContent).toContain('more (page)')
    const earlier = { id: 1, at: 0, kind: 'event', text: 'of an earlier page', source: 'page' } as const
    observation.recorder.restore([earlier])
    timelineView(document, observation, list)
    expect(list.lastElementChild?.textContent).toContain('of an earlier page')
    expect(list.children).toHaveLength(observation.recorder.entries.length)
  })

  it('has the names of what was sent, and no value of it', async () => {
    const { document, observation, identity, page } = await open({ ...ADA, sig: 'secret-sig' })
    identity.login({ state: 'secret-state', loginHint: 'secret-hint', tag: 'secret-tag' })
    await new Promise((resolve) => setImmediate(resolve))
    const text = timelineView(document, observation).textContent
    expect(text).toMatch(/login by redirect to https:\/\/account\.example\/oauth\/authorize\?\S*state/)
    expect(text).toContain(
      'GET https://id.site.example/v2/session?client_sdrn&redirect_uri&sdk_version&tabId',
    )
    const sent = [...page.requests, ...page.navigations.map((url) => new URL(url))]
    expect(sent).toHaveLength(2)
    for (const { searchParams } of sent)
      for (const value of searchParams.values())
        expect(text).not.toContain(value.length > 4 ? value : `=${value}`)
  })

  it('has what a policy blocks, without its nonce', async () => {
    const { document, observation, page } = await open(ADA)
    violate(page.window, {
      effectiveDirective: 'script-src-elem',
      blockedURI: 'https://account.example/authn/simplified-login-widget?secret',
      originalPolicy:
        "default-src 'self'; script-src 'nonce-secret' 'sha256-secret' https://cdn.example/secret",
      sample: 'secret',
    })
    expect(timelineView(document, observation).textContent).toContain(
      'script-src-elem blocked https://account.example/…',
    )
    expect(observation.violations.at(-1)?.rule).toBe("script-src 'nonce-…' 'sha256-…' https://cdn.example")
    expect(JSON.stringify(observation.violations)).not.toContain('secret')
  })

  it('is empty before anything has happened', () => {
    const page = openPage()
    const { kernel } = openKernel(optionsFor(page), [])
    expect(timelineView(page.window.document, observe(kernel)).textContent).toBe('Nothing has happened yet.')
  })
})

describe('the other tabs of the panel', () => {
  it('list findings with what to do, or say that there is none', () => {
    const { document } = openPage().window
    const view = findingsView(document, [found('clock-off', 'the service is 600 s ahead')])
    expect(view.textContent).toMatch(/warningThe clock.*Fix: Set the clock.*Seen: the service is 600 s ahead/)
    expect(findingsView(document, []).textContent).toBe('Nothing wrong was found.')
    expect(findingsView(document, undefined).textContent).toBe('The diagnosis is running.')
  })

  it('list the plugins by their names', async () => {
    const { document, observation } = await open(ADA)
    const items = [...pluginsView(document, observation).querySelectorAll('li')]
    expect(items.map(({ textContent }) => textContent)).toEqual([
      'transport',
      'login',
      'console-findings',
      'probe',
    ])
  })

  it('count the findings of each severity', () => {
    const all = (['clock-off', 'two-instances', 'service-down', 'fetch-wrapped'] as const).map((id) =>
      found(id, 'seen'),
    )
    expect(summaryOf(all)).toBe('1 error, 2 warnings, 1 info')
    expect(summaryOf([])).toBe('nothing wrong')
  })
})
