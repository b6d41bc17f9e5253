import { describe, expect, it } from 'vitest'
import { LOGIN_NAMES, meant, OPTION_NAMES } from '../../devtools/names.ts'
import { EVENT_NAMES } from '../../devtools/record.ts'
import type { LoginOptions } from '../../plugins/login/login.ts'
import { Identity, type IdentityEvents, type IdentityOptions } from '../../presets/identity.ts'
import { optionsFor } from '../support/fixtures.ts'
import { openPage } from '../support/page.ts'

/** Every name of a type: the compiler sees to it that none is missing, and none too many. */
const OPTIONS: Record<keyof IdentityOptions, 1> = {
  ...{ clientId: 1, sessionDomain: 1, redirectUri: 1, env: 1, log: 1, window: 1, callbackBeforeRedirect: 1 },
  ...{ getConsents: 1, refreshLoginLinks: 1, plugins: 1, globalPrefix: 1, interceptors: 1 },
}
const LOGIN: Record<keyof LoginOptions, 1> = {
  ...{
    state: 1,
    acrValues: 1,
    scope: 1,
    redirectUri: 1,
    loginHint: 1,
    tag: 1,
    teaser: 1,
    maxAge: 1,
    locale: 1,
  },
  ...{ oneStepLogin: 1, prompt: 1, xDomainId: 1, xEnvironmentId: 1, originCampaign: 1, preferPopup: 1 },
}
const EVENTS: Record<keyof IdentityEvents, 1> = {
  ...{ error: 1, login: 1, logout: 1, userChange: 1, sessionChange: 1, notLoggedin: 1, sessionInit: 1 },
  ...{ statusChange: 1, simplifiedLoginOpened: 1, simplifiedLoginCancelled: 1, snapshot: 1, measured: 1 },
}

describe('the names that are known', () => {
  it.each([
    ['options', OPTION_NAMES, OPTIONS],
    ['keys of a login', LOGIN_NAMES, LOGIN],
    ['events', EVENT_NAMES, EVENTS],
  ])('are all %s', (_, names, all) => {
    expect([...names].sort()).toEqual(Object.keys(all).sort())
  })
})

describe('a name', () => {
  it.each([
    ['notLoggedIn', 'notLoggedin'],
    ['clientID', 'clientId'],
    ['client_id', 'clientId'],
    ['redirectUrl', 'redirectUri'],
    ['sesionDomain', 'sessionDomain'],
  ])('%s is taken for %s', (name, right) => {
    expect(meant(name, [...OPTION_NAMES, ...EVENT_NAMES])).toBe(right)
  })

  it.each(['clientId', 'env', 'enw', 'anything', 'articleRead', ''])('"%s" is taken for no other', (name) => {
    expect(meant(name, OPTION_NAMES)).toBeUndefined()
  })
})

describe('the development build', () => {
  /** Constructs with options that differ, and gives what the console was told. */
  function told(more: object, use: (identity: Identity) => unknown = () => {}): string[] {
    const page = openPage()
    const lines: string[] = []
    const tell = (line: string) => lines.push(line)
    Object.defineProperty(page.window, 'console', { value: { warn: tell, error: tell } })
    use(new Identity({ ...optionsFor(page), ...more }))
    return lines
  }

  it('says nothing of a page that is right', () => {
    const lines = told({}, (identity) => {
      identity.on('notLoggedin', () => {})
      identity.loginUrl({ state: 's', acrValues: 'otp' })
      identity.loginUrl('state')
      identity.enableCacheCookie({ domain: '.site.example' })
      identity.enableCacheCookie()
    })
    expect(lines).toEqual([])
  })

  it('tells of each misspelt name once', () => {
    const lines = told({ getConsent: () => null }, (identity) => {
      const loose = identity as unknown as { once(name: string, listener: () => void): void }
      loose.once('notLoggedIn', () => {})
      loose.once('notLoggedIn', () => {})
      loose.once('LOGOUT', () => {})
    })
    expect(lines.map((line) => line.replace(/\. .*\((.*)\).*/, ': $1'))).toEqual([
      'portico: option-unknown: getConsent, meant getConsents?',
      'portico: event-unknown: notLoggedIn, meant notLoggedin?',
      'portico: event-unknown: LOGOUT, meant logout?',
    ])
  })

  it('tells of an env that was left out, and of a cookie domain that is another site’s', () => {
    const lines = told({ env: undefined }, (identity) => identity.enableCacheCookie({ domain: 'other.com' }))
    expect(lines.join('\n')).toMatch(/environment-default[\s\S]*cache-cookie-domain.*other\.com/)
  })

  it('has an error that quotes the env which there is not', () => {
    expect(() => told({ env: 'PROD' })).toThrow(/"PROD".*PRO_NO/)
    expect(() => told({ env: 'https://login.example' })).toThrow(/"https:\/\/login\.example"/)
  })
})
