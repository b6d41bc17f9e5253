import { afterEach, describe, expect, it } from 'vitest'
import { found } from '../../devtools/catalogue.ts'
import { tell, toldFindings } from '../../devtools/console.ts'
import { openPage, type Page } from '../support/page.ts'

const lines: string[] = []
afterEach(() => void (lines.length = 0))

/** A page whose console is heard. */
function listening(): Page {
  const page = openPage()
  const hear = (level: string) => (text: string) => void lines.push(`${level} ${text}`)
  page.window.console = { ...console, error: hear('error'), warn: hear('warn') } as never
  return page
}

describe('a finding in the console', () => {
  it('is one line, whatever was seen', () => {
    tell(listening().window, found('csp-connect', '“connect-src\n  a.com\n  b.com” blocked https://id.a.com'))
    expect(lines).toEqual([
      'error portico: csp-connect. The Content-Security-Policy of the page blocks requests to a service. ' +
        '(“connect-src a.com b.com” blocked https://id.a.com) Fix: Add the address to connect-src.',
    ])
  })

  it('comes once on a page, also where something else was seen, and again on another', () => {
    const { window } = listening()
    tell(window, found('clock-off', 'the service is 600 s ahead'))
    tell(window, found('clock-off', 'the service is 601 s ahead'))
    expect(lines).toHaveLength(1)
    tell(listening().window, found('clock-off', 'the service is 601 s ahead'))
    expect(lines).toHaveLength(2)
  })

  it('comes for each name that is misspelt, and for each once', () => {
    const { window } = listening()
    for (const name of ['notLoggedIn', 'loggedIn', 'notLoggedIn']) tell(window, found('event-unknown', name))
    expect(lines).toHaveLength(2)
    expect(toldFindings(window).map(({ seen }) => seen)).toEqual(['notLoggedIn', 'loggedIn'])
  })

  it('is none where it is merely good to know', () => {
    tell(listening().window, found('consent-platform-absent', 'no __tcfapi, no __gpp'))
    expect(lines).toEqual([])
  })
})
