import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { FINDINGS, type FindingId, found } from '../../devtools/catalogue.ts'
import { tell, toldFindings } from '../../devtools/console.ts'
import { ABOUT_THE_PAGE } from '../../devtools/under-test.ts'
import { openPage } from '../support/page.ts'
import { idsIn, listen } from './support/console.ts'
import { openRunner, RUNNERS } from './support/runners.ts'

const BROWSER =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'

/** A window as a browser makes it, apart from what is given. */
function browserWindow({ webdriver = false, userAgent = BROWSER, width = 1024, innerWidth = 1024 } = {}) {
  const { window } = openPage()
  Object.defineProperty(window, 'navigator', { value: { webdriver, userAgent } })
  Object.defineProperty(window, 'innerWidth', { value: innerWidth })
  window.document.documentElement.getBoundingClientRect = () => ({ width }) as DOMRect
  return window
}

const isTold = (window: ReturnType<typeof browserWindow>, id: FindingId) => {
  const lines = listen(window, 'automatic')
  tell(window, found(id, 'seen'))
  return lines.length > 0
}

describe('a finding about the address of the page', () => {
  it('is told in a browser', () => {
    expect(isTold(browserWindow(), 'session-domain-cross-site')).toBe(true)
  })

  it.each([
    ['a browser that a test drives', { webdriver: true }],
    ['jsdom', { userAgent: 'Mozilla/5.0 (linux) AppleWebKit/537.36 (KHTML, like Gecko) jsdom/26.1.0' }],
    [
      'happy-dom',
      { userAgent: 'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) HappyDOM/21' },
    ],
    ['a window without layout', { width: 0 }],
  ])('is silent in %s', (_, differs) => {
    expect(isTold(browserWindow(differs), 'session-domain-cross-site')).toBe(false)
  })

  it('is told in a frame that is not shown, which has no size either', () => {
    expect(isTold(browserWindow({ width: 0, innerWidth: 0 }), 'session-domain-cross-site')).toBe(true)
  })

  it.each(RUNNERS)('is silent in %s as it is', (runner) => {
    const { window } = openRunner(runner, () => undefined)
    expect(isTold(window, 'clock-off')).toBe(false)
  })

  it('is named in the documentation', () => {
    const [, list = ''] =
      /These findings are silent there: ([\s\S]*?)\./.exec(readFileSync('docs/troubleshooting.md', 'utf8')) ??
      []
    expect([...list.matchAll(/`([\w-]+)`/g)].map(([, id]) => id)).toEqual([...ABOUT_THE_PAGE])
  })

  it('is known to the diagnosis all the same', () => {
    const window = browserWindow({ webdriver: true })
    tell(window, found('cache-cookie-domain', 'domain other.com'))
    expect(toldFindings(window).map(({ id }) => id)).toEqual(['cache-cookie-domain'])
  })
})

describe('a finding about names or answers', () => {
  it.each([
    'option-unknown',
    'event-unknown',
    'client-unknown',
    'fetch-broken',
    'response-malformed',
  ] as const)('is told in a test, too: %s', (id) => {
    expect(isTold(browserWindow({ webdriver: true }), id)).toBe(true)
  })
})

describe('the switch', () => {
  const told = (porticoFindings: unknown, webdriver: boolean) => {
    const window = browserWindow({ webdriver })
    const lines = listen(window, 'automatic')
    Object.assign(window, { porticoFindings })
    for (const id of Object.keys(FINDINGS) as FindingId[]) tell(window, found(id, 'seen'))
    return idsIn(lines)
  }
  const all = Object.entries(FINDINGS)
    .filter(([, { severity }]) => severity !== 'info')
    .map(([id]) => id)

  it('on tells all findings in a test', () => {
    expect(told('on', true)).toEqual(all)
  })

  it('off tells none in a browser', () => {
    expect(told('off', false)).toEqual([])
  })

  it('is left alone by anything else, such as an element of that name', () => {
    expect(told({}, false)).toEqual(all)
    expect(told({}, true).length).toBeLessThan(all.length)
  })
})
