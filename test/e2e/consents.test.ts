/** Consents of a real consent-management platform, on their way to the account service through a rendered link. */

import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { consentPlatform, purposesIn } from './support/consent-platform.ts'
import { by } from './support/demo.ts'
import { bundle, ownOptions, pageWith } from './support/own-page.ts'
import { useWorld } from './support/world.ts'

const world = useWorld()

/** A link as a server renders it, long before anybody decided, with consents of an earlier visit in it. */
function renderedUrl(): string {
  const url = new URL('/oauth/authorize', world.emulator.url('account.localhost'))
  url.search = new URLSearchParams({
    client_id: 'harbour-post',
    response_type: 'code',
    redirect_uri: world.pages.url(),
    scope: 'openid',
    state: 'rendered',
    gdpr: '1',
    gdpr_consent: 'OF-THE-LAST-VISIT',
  }).toString()
  return url.href
}

beforeAll(async () => {
  const identity = await bundle(`
    import { Identity } from 'portico'
    document.querySelector('#plain').href = options.link
    const inside = document.querySelector('#host').attachShadow({ mode: 'open' })
    inside.innerHTML = '<a id="deep"><span>Log in, in the shadow</span></a>'
    inside.querySelector('a').href = options.link
    document.querySelector('#foreign').href = options.link.replace('harbour-post', 'somebody-else')
    const identity = new Identity(options)
    window.login = () => identity.login({ state: 'by-method' })
  `)
  const body = `<a id="plain"><b>Log in</b></a> <div id="host"></div> <a id="foreign">Elsewhere</a>`
  const options = { ...ownOptions(world), link: renderedUrl() }
  const platform = await consentPlatform()
  world.pages.serve('/', pageWith(options, `${platform}\n${identity}`, body))
})

/** The page, after the reader has had their say. */
async function pageAfter(...decisions: [method: string, purposes?: number[]][]): Promise<Page> {
  const page = await world.page()
  await page.goto(world.pages.url())
  for (const decision of decisions) await say(page, ...decision)
  return page
}

function say(page: Page, method: string, purposes?: number[]): Promise<unknown> {
  return page.evaluate(
    ([name, given]) =>
      (window as unknown as Record<string, (p: unknown) => unknown>)[name as string]?.(given),
    [method, purposes],
  )
}

/** What the login page says that it received. */
async function received(page: Page): Promise<Record<string, string>> {
  await by(page, 'user-ingrid').waitFor()
  const pairs = await by(page, 'consents')
    .locator('[data-name]')
    .evaluateAll((rows) => rows.map((row) => [row.dataset.name, row.querySelector('dd')?.textContent]))
  return Object.fromEntries(pairs)
}

async function newTabOf(page: Page, act: Promise<void>): Promise<Page> {
  const [tab] = await Promise.all([world.browser.waitForEvent('page'), act])
  await act
  expect(page.url()).toBe(world.pages.url())
  return tab
}

const WAYS: [way: string, use: (page: Page) => Promise<Page>][] = [
  ['a click', async (page) => page.click('#plain b').then(() => page)],
  ['a middle click', (page) => newTabOf(page, page.click('#plain', { button: 'middle' }))],
  ['a click with Control', (page) => newTabOf(page, page.click('#plain', { modifiers: ['ControlOrMeta'] }))],
  ['Enter', async (page) => page.press('#plain', 'Enter').then(() => page)],
  ['a click inside a shadow root', async (page) => page.click('#deep span').then(() => page)],
  ['Enter inside a shadow root', async (page) => page.press('#deep', 'Enter').then(() => page)],
]

describe('consents reach the account service', () => {
  it.each(WAYS)('by %s on a rendered link, as decided by then', async (_, use) => {
    const page = await pageAfter(['decide', [1, 3]])
    const { gdpr, gdpr_consent, ...others } = await received(await use(page))
    expect(gdpr).toBe('1')
    expect(purposesIn(gdpr_consent)).toEqual([1, 3])
    expect(others).toEqual({})
  })

  it('by the address that a right click is about to copy', async () => {
    const page = await pageAfter(['decide', [2]])
    await page.click('#plain', { button: 'right' })
    const href = await page.locator('#plain').evaluate((link: HTMLAnchorElement) => link.href)
    expect(purposesIn(new URL(href).searchParams.get('gdpr_consent') ?? undefined)).toEqual([2])
  })

  it('by the login method', async () => {
    const page = await pageAfter(['decide', [1, 2]])
    await page.evaluate(() => (window as unknown as { login(): void }).login())
    expect(purposesIn((await received(page)).gdpr_consent)).toEqual([1, 2])
  })

  it('with a GPP string next to the TCF one', async () => {
    const page = await pageAfter(['decide', [1]])
    const gpp = await say(page, 'optOutOfSale')
    await page.click('#plain')
    const { gdpr_consent, ...others } = await received(page)
    expect(purposesIn(gdpr_consent)).toEqual([1])
    expect(others).toEqual({ gdpr: '1', gpp, gpp_sid: '7' })
  })
})

describe('a change of mind', () => {
  it('takes what was withdrawn out of the link, at each click anew', async () => {
    const page = await pageAfter(['decide', [1, 2, 3]])
    const first = await received(await newTabOf(page, page.click('#plain', { button: 'middle' })))
    expect(purposesIn(first.gdpr_consent)).toEqual([1, 2, 3])
    await say(page, 'decide', [])
    const second = await received(await newTabOf(page, page.click('#plain', { button: 'middle' })))
    expect(purposesIn(second.gdpr_consent)).toEqual([])
    expect(second.gdpr_consent).toMatch(/^C/)
  })

  it('removes the string where it turns out that the law does not apply', async () => {
    const page = await pageAfter(['decide', [1]], ['lawDoesNotApply'])
    await page.click('#plain')
    expect(await received(page)).toEqual({ gdpr: '0' })
  })

  it('counts once it is made, not while the reader is still choosing', async () => {
    const page = await pageAfter(['decide', [1]], ['show', [1, 2]])
    await page.click('#plain')
    expect(purposesIn((await received(page)).gdpr_consent)).toEqual([1])
  })
})

describe('without a decision', () => {
  it('the consents of an earlier visit do not go out again', async () => {
    const page = await pageAfter()
    await page.click('#plain')
    await by(page, 'user-ingrid').waitFor()
    expect(await by(page, 'consents').count()).toBe(0)
  })
})

describe('a link of another client', () => {
  it('is left as it is', async () => {
    const page = await pageAfter(['decide', [1]])
    const [request] = await Promise.all([page.waitForRequest(/somebody-else/), page.click('#foreign')])
    await page.getByTestId('error').waitFor()
    expect(new URL(request.url()).searchParams.get('gdpr_consent')).toBe('OF-THE-LAST-VISIT')
  })
})
