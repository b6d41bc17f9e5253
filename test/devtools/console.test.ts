import { describe, expect, it } from 'vitest'
import { found } from '../../devtools/catalogue.ts'
import { tell, toldFindings } from '../../devtools/console.ts'
import { openPage } from '../support/page.ts'
import { listen } from './support/console.ts'

describe('a finding in the console', () => {
  it('is one line, whatever was seen', () => {
    const { window } = openPage()
    const lines = listen(window)
    tell(window, found('csp-connect', '“connect-src\n  a.com\n  b.com” blocked https://id.a.com'))
    expect(lines).toEqual([
      'portico: csp-connect. The Content-Security-Policy of the page blocks requests to a service. ' +
        '(“connect-src a.com b.com” blocked https://id.a.com) Fix: Add the address to connect-src.',
    ])
  })

  it('comes once on a page, whatever was seen the second time, and again on another page', () => {
    const { window } = openPage()
    const lines = listen(window)
    tell(window, found('clock-off', 'the service is 600 s ahead'))
    tell(window, found('clock-off', 'the service is 601 s ahead'))
    expect(lines).toHaveLength(1)
    const other = openPage().window
    const others = listen(other)
    tell(other, found('clock-off', 'the service is 601 s ahead'))
    expect(others).toHaveLength(1)
  })

  it('comes once for each misspelt name', () => {
    const { window } = openPage()
    const lines = listen(window)
    for (const name of ['notLoggedIn', 'loggedIn', 'notLoggedIn']) tell(window, found('event-unknown', name))
    expect(lines).toHaveLength(2)
    expect(toldFindings(window).map(({ seen }) => seen)).toEqual(['notLoggedIn', 'loggedIn'])
  })

  it('does not come where it is only good to know', () => {
    const { window } = openPage()
    const lines = listen(window)
    tell(window, found('consent-platform-absent', 'no __tcfapi, no __gpp'))
    expect(lines).toEqual([])
  })
})
