import { describe, expect, it, vi } from 'vitest'
import { createIdentity } from '../../../core/index.ts'
import { consentManagement } from '../../../plugins/consents/consent-management.ts'
import { consents } from '../../../plugins/consents/consents.ts'
import { loginLinks } from '../../../plugins/login/login-links.ts'
import { optionsFor, thrown } from '../../support/fixtures.ts'
import { openPage, type Page } from '../../support/page.ts'
import { sdkError } from '../../support/sdk-error.ts'

const LOGIN = 'https://account.example/oauth/authorize?client_id=client-1&state=s'

function start(options: object = {}, more: object = {}) {
  const page = openPage()
  let given: URLSearchParams | null = new URLSearchParams({ gdpr: '1', gdpr_consent: 'C' })
  const identity = createIdentity(optionsFor(page, more), [
    loginLinks(options),
    consents({ getConsents: () => given }),
  ])
  return {
    page,
    identity,
    decide: (params: Record<string, string> | null) => void (given = params && new URLSearchParams(params)),
  }
}

/** Renders a link, with something inside it. */
function render(page: Page, href: string, into: Node = page.window.document.body): HTMLAnchorElement {
  const link = page.window.document.createElement('a')
  link.setAttribute('href', href)
  link.innerHTML = '<b><i>Log in</i></b>'
  into.appendChild(link)
  return link
}

/** Uses an element, without leaving the page. */
function use(page: Page, element: Element, type = 'click') {
  page.window.document.addEventListener(type, (event) => event.preventDefault(), { once: true })
  const { MouseEvent } = page.window
  element.dispatchEvent(new MouseEvent(type, { bubbles: true, composed: true, cancelable: true }))
}

describe('login links', () => {
  it.each(['click', 'auxclick', 'contextmenu'])('get the consents of the moment of a %s', (type) => {
    const { page, decide } = start()
    const link = render(page, LOGIN)
    use(page, link, type)
    expect(link.href).toBe(`${LOGIN}&gdpr=1&gdpr_consent=C`)
    decide({ gdpr: '1', gdpr_consent: 'D' })
    use(page, link, type)
    expect(link.href).toBe(`${LOGIN}&gdpr=1&gdpr_consent=D`)
  })

  it('lose consents that were withdrawn', () => {
    const { page, decide } = start()
    const link = render(page, `${LOGIN}&gdpr=1&gdpr_consent=old&gpp=old&gpp_sid=7`)
    decide({ own: '1' })
    use(page, link)
    expect(link.href).toBe(`${LOGIN}&own=1`)
    decide({ own: '2' })
    use(page, link)
    expect(link.href).toBe(`${LOGIN}&own=2`)
    const other = render(page, `${LOGIN}&gdpr=1&gdpr_consent=old&gpp=old&gpp_sid=7`)
    decide(null)
    use(page, other)
    expect(other.href).toBe(LOGIN)
  })

  it('keep every other parameter, in its order, and the fragment', () => {
    const { page } = start()
    const link = render(page, `${LOGIN}&gdpr=0&x=%20a%2f&y&z=1+1&x=2#part`)
    use(page, link)
    const url = new URL(link.href)
    expect([...url.searchParams]).toEqual([
      ['client_id', 'client-1'],
      ['state', 's'],
      ['x', ' a/'],
      ['y', ''],
      ['z', '1 1'],
      ['x', '2'],
      ['gdpr', '1'],
      ['gdpr_consent', 'C'],
    ])
    expect(url.hash).toBe('#part')
  })

  it('are told from links in a drawing, whose address is no text, and from clicks on nothing', () => {
    const { page } = start()
    const failed = vi.fn()
    page.window.addEventListener('error', failed)
    const drawn = page.window.document.createElement('a')
    const href = { baseVal: LOGIN }
    Object.defineProperty(drawn, 'href', { value: href })
    page.window.document.body.append(drawn)
    use(page, drawn)
    use(page, page.window.document.body)
    expect(href).toEqual({ baseVal: LOGIN })
    expect(failed).not.toHaveBeenCalled()
  })

  it('are anchors: the address of an element of another kind stays', () => {
    const { page } = start()
    const area = page.window.document.createElement('area')
    area.setAttribute('href', LOGIN)
    page.window.document.body.append(area)
    use(page, area)
    expect(area.getAttribute('href')).toBe(LOGIN)
  })

  it('are refreshed before handlers of the page read them, or stop the event', () => {
    const { page } = start()
    const link = render(page, LOGIN)
    const read: string[] = []
    page.window.document.addEventListener(
      'click',
      (event) => {
        read.push(link.href)
        event.stopPropagation()
      },
      true,
    )
    use(page, link)
    expect(read).toEqual([`${LOGIN}&gdpr=1&gdpr_consent=C`])
  })

  it('get what a platform of the page says, where the page has no function for it', () => {
    const page = openPage()
    const platform = (command: string, _version: number, hear: (event: object, success: boolean) => void) =>
      command === 'addEventListener' && hear({ eventStatus: 'tcloaded', gdprApplies: false }, true)
    Object.assign(page.window, { __tcfapi: platform })
    createIdentity(optionsFor(page), [consentManagement(), loginLinks()])
    const link = render(page, LOGIN)
    use(page, link)
    expect(link.href).toBe(`${LOGIN}&gdpr=0`)
  })

  it('stay as they are when refreshLoginLinks is false', () => {
    const off = start({ refreshLoginLinks: false })
    const link = render(off.page, LOGIN)
    use(off.page, link)
    expect(link.href).toBe(LOGIN)
  })

  it('refuse a refreshLoginLinks that is no boolean', () => {
    expect(thrown(() => start({ refreshLoginLinks: 'no' }))).toMatchObject(
      sdkError('option-invalid', 'refreshLoginLinks is "no"'),
    )
  })
})
