/** How a login by popup ends on a page in a frame, where the session service says that nobody is logged in, or that somebody is. */
import { describe, expect, it } from 'vitest'
import { ADA, NO_SESSION } from '../../support/fixtures.ts'
import { type Answer, json, type Page } from '../../support/page.ts'
import { fakePopup, openOpener } from './opener-page.ts'

const NOBODY = json(400, NO_SESSION)

/** Puts the page into frames of pages of these origins, the nearest first. Without origins, the browser has no such list. */
function frame({ window }: Page, origins: string[] | undefined, top: object = {}): void {
  Object.defineProperty(window, 'top', { value: top, configurable: true })
  Object.defineProperty(window.location, 'ancestorOrigins', { value: origins, configurable: true })
}

/** Logs in by a popup that ends, and gives the outcome. */
async function outcomeOf(answer: Answer, put: (page: Page) => void, sessionDomain?: string): Promise<string> {
  const opener = openOpener([], sessionDomain ? { sessionDomain } : {})
  put(opener.page)
  opener.page.answer(answer)
  const popup = fakePopup()
  opener.give(popup)
  const result = opener.identity.loginPopup({ state: 's' })
  popup.leaves()
  opener.look()
  popup.closed = true
  opener.look(10)
  return (await result).outcome
}

describe('a popup that is closed while the service knows nobody', () => {
  it.each([
    ['a page of its own', ['https://www.site.example']],
    ['another page of the site', ['https://shop.site.example:8443']],
    ['the site itself, above another page of it', ['https://shop.site.example', 'https://site.example']],
  ])('is cancelled in a frame of %s', async (_, origins) => {
    expect(await outcomeOf(NOBODY, (page) => frame(page, origins))).toBe('cancelled')
  })

  it.each([
    ['another site', ['https://www.other.example']],
    ['a site whose name ends alike', ['https://evilsite.example']],
    ['its own site in a frame of another', ['https://www.site.example', 'https://www.other.example']],
    ['another site in a frame of its own', ['https://www.other.example', 'https://www.site.example']],
    ['a page without an origin', ['null']],
  ])(
    'is unknown in a frame of %s: the browser may have kept the cookie from the page',
    async (_, origins) => {
      expect(await outcomeOf(NOBODY, (page) => frame(page, origins))).toBe('unknown')
    },
  )

  it('is cancelled where the browser has no list, and the page above is of the same origin', async () => {
    const top = { location: { origin: 'https://www.site.example' } }
    expect(await outcomeOf(NOBODY, (page) => frame(page, undefined, top))).toBe('cancelled')
  })

  it('is unknown where the browser has no list, and the page above does not let itself be looked at', async () => {
    const top = {
      get location() {
        throw new DOMException('Blocked a frame', 'SecurityError')
      },
    }
    expect(await outcomeOf(NOBODY, (page) => frame(page, undefined, top))).toBe('unknown')
  })

  it('is unknown where the session service is on another site than the page', async () => {
    const put = (page: Page) => frame(page, ['https://www.site.example'])
    expect(await outcomeOf(NOBODY, put, 'https://id.elsewhere.test')).toBe('unknown')
  })

  it('is cancelled where the session service is on the host of the page', async () => {
    const put = (page: Page) => frame(page, ['https://www.site.example'])
    expect(await outcomeOf(NOBODY, put, 'https://www.site.example/sso')).toBe('cancelled')
  })

  it('is unknown on a page that is taken out of its frame', async () => {
    expect(await outcomeOf(NOBODY, (page) => frame(page, undefined, null as never))).toBe('unknown')
  })
})

it('is connected in a frame of another site where the service says so', async () => {
  expect(await outcomeOf(json(200, ADA), (page) => frame(page, ['https://www.other.example']))).toBe(
    'connected',
  )
})
