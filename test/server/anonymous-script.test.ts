/** The class by which a page's first frame is right for readers who are not logged in. */
import { createContext, runInContext } from 'node:vm'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { anonymousScript } from '../../server/anonymous-script.ts'
import { ENV, thrown } from '../support/fixtures.ts'
import { openPage } from '../support/page.ts'
import { CLIENT } from '../support/run-head.ts'

const NOW = 1_700_000_000_000
const DAY_MS = 864e5
const WITH_COOKIE = { ...CLIENT, env: { ...ENV, presenceCookie: 'site-reader' } }

beforeEach(() => vi.useFakeTimers({ now: NOW, toFake: ['Date'] }))
afterEach(() => vi.useRealTimers())

/** The classes of the root element, once the script has run in a page with these cookies. */
function classesWith(cookie: string, ...more: string[]): string {
  const { sessionStorage, document } = openPage().window
  const { documentElement } = document
  const denied = {
    documentElement,
    get cookie(): string {
      throw new Error('denied')
    },
  }
  const seen = cookie === 'denied' ? denied : { documentElement, cookie }
  runInContext(
    anonymousScript(WITH_COOKIE, ...more),
    createContext({ document: seen, sessionStorage, Date, JSON }),
  )
  return documentElement.className
}

const saidAt = (time: number) => `a=b; __Host-site-reader-none=${time}`

it('is there when the service has said within a day that nobody is logged in', () => {
  expect(classesWith(saidAt(NOW - 1000))).toBe('anonymous')
  expect(classesWith(saidAt(NOW), 'logged-out')).toBe('logged-out')
})

it.each([
  ['nobody has said anything', ''],
  ['the presence cookie is there', `${saidAt(NOW - 1000)}; site-reader=123`],
  ['it was said more than a day ago', saidAt(NOW - DAY_MS)],
  ['it is said of a time to come', saidAt(NOW + 1000)],
  ['cookies are denied', 'denied'],
])('is not there when %s', (_, cookie) => {
  expect(classesWith(cookie)).toBe('')
})

it('cannot end the script element, whatever the class is', () => {
  expect(anonymousScript(WITH_COOKIE, '</script>')).not.toContain('</script>')
})

it('is refused without the name of the cookie', () => {
  expect(thrown(() => anonymousScript(CLIENT))).toMatchObject({
    reason: 'option-invalid',
    message: expect.stringContaining('env.presenceCookie'),
  })
})
