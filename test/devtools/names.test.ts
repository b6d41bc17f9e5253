import { describe, expect, it } from 'vitest'
import { createIdentity } from '../../core/index.ts'
import { meant } from '../../devtools/checks/meant.ts'
import { checkNames } from '../../devtools/checks/names.ts'
import { EVENT_NAMES, LOGIN_NAMES, OPTION_NAMES } from '../../devtools/known-names.ts'
import { type LoginOptions, login } from '../../plugins/login/login.ts'
import { sessionEvents } from '../../plugins/reporting/session-events.ts'
import { fetchTransport } from '../../plugins/transport/fetch-transport.ts'
import { createFullIdentity, type FullOptions } from '../../presets/full.ts'
import { Identity, type IdentityEvents, type IdentityOptions } from '../../presets/identity.ts'
import { optionsFor } from '../support/fixtures.ts'
import { openPage } from '../support/page.ts'
import { idsIn, listen } from './support/console.ts'

/** Every name of a type: the compiler sees to it that none is missing, and none too many. */
const OPTIONS: Record<keyof IdentityOptions, 1> = {
  ...{ clientId: 1, sessionDomain: 1, redirectUri: 1, env: 1, log: 1, window: 1, callbackBeforeRedirect: 1 },
  ...{ getConsents: 1, refreshLoginLinks: 1, revalidate: 1, plugins: 1, globalPrefix: 1, transport: 1 },
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
  ...{
    statusChange: 1,
    simplifiedLoginOpened: 1,
    simplifiedLoginCancelled: 1,
    snapshot: 1,
    measured: 1,
    hasAccess: 1,
  },
}

describe('the list of known names', () => {
  it.each([
    ['options', OPTION_NAMES, OPTIONS],
    ['keys of a login', LOGIN_NAMES, LOGIN],
    ['events', EVENT_NAMES, EVENTS],
  ])('has all %s', (_, names, all) => {
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
  ])('%s is taken for a misspelt %s', (name, right) => {
    expect(meant(name, [...OPTION_NAMES, ...EVENT_NAMES])).toBe(right)
  })

  it.each(['clientId', 'env', 'enw', 'anything', 'articleRead', ''])(
    '"%s" is not taken for another one',
    (name) => {
      expect(meant(name, OPTION_NAMES)).toBeUndefined()
    },
  )
})

/** What a page may do with its identity, misspelt. */
interface Loose {
  on(name: unknown, listener: () => void): void
  once(name: string, listener: () => void): void
  emit(name: string): void
  login?(options: object): void
}

/** Each way to an identity, with options that may have more than they should. */
const WAYS: [way: string, construct: (options: FullOptions) => object][] = [
  ['the class', (options) => new Identity(options)],
  ['createFullIdentity', (options) => createFullIdentity(options, fetchTransport())],
  [
    'checkNames',
    (options) => checkNames(createIdentity(options, [fetchTransport(), sessionEvents(), login()]), options),
  ],
]

describe.each(WAYS)('an identity of %s, in the development build,', (_, construct) => {
  /** Constructs with options that differ, and gives what the console was told. */
  function told(more: object, use: (identity: Loose) => unknown = () => {}): string[] {
    const page = openPage()
    const lines = listen(page.window)
    use(construct({ ...optionsFor(page), ...more }) as Loose)
    return lines.map((line) => line.replace(/\. .*\((.*)\) Fix.*/, ': $1'))
  }

  it('tells of a misspelt option', () => {
    expect(told({ callBackBeforeRedirect() {} })).toEqual([
      'portico: option-unknown: callBackBeforeRedirect; did you mean callbackBeforeRedirect?',
    ])
  })

  it('tells of each misspelt event once', () => {
    const lines = told({}, (identity) => {
      identity.once('notLoggedIn', () => {})
      identity.on('notLoggedIn', () => {})
      identity.once('LOGOUT', () => {})
    })
    expect(lines).toEqual([
      'portico: event-unknown: notLoggedIn; did you mean notLoggedin?',
      'portico: event-unknown: LOGOUT; did you mean logout?',
    ])
  })

  it('tells of a misspelt key of a login', () => {
    expect(told({}, (identity) => identity.login?.({ state: 's', acrValue: 'otp' }))).toEqual([
      'portico: option-unknown: login: acrValue; did you mean acrValues?',
    ])
  })

  it('shows of a name only what names are made of', () => {
    expect(told({ 'client_id 4711, ada@example.com': '' })).toEqual([])
    expect(told({ 'clientId=4711': '' })).toEqual([
      'portico: option-unknown: clientId…; did you mean clientId?',
    ])
  })

  it('calls the methods as before, with whatever they are given', () => {
    const heard: string[] = []
    const lines = told({}, (identity) => {
      identity.on('notLoggedin', () => void heard.push('notLoggedin'))
      identity.on(Symbol('own'), () => {})
      identity.emit('notLoggedin')
    })
    expect([lines, heard]).toEqual([[], ['notLoggedin']])
  })
})

describe('a misspelt option whose lack is an error', () => {
  it.each(WAYS.slice(0, 2))('is told as well by %s', (_, construct) => {
    const page = openPage()
    const lines = listen(page.window)
    const { clientId, ...options } = optionsFor(page)
    expect(() => construct({ ...options, clientID: clientId } as unknown as FullOptions)).toThrow(/clientId/)
    expect(idsIn(lines)).toEqual(['option-unknown'])
  })
})

describe('the class in the development build', () => {
  /** Constructs with options that differ, and gives what the console was told. */
  function told(more: object, use: (identity: Identity) => unknown = () => {}): string[] {
    const page = openPage()
    const lines = listen(page.window)
    use(new Identity({ ...optionsFor(page), ...more }))
    return lines
  }

  it('says nothing about a page that is right', () => {
    const lines = told({}, (identity) => {
      identity.on('notLoggedin', () => {})
      identity.loginUrl({ state: 's', acrValues: 'otp' })
      identity.loginUrl({ state: 'state' })
      identity.enableCacheCookie({ domain: '.site.example' })
      identity.enableCacheCookie()
    })
    expect(lines).toEqual([])
  })

  it('tells of a missing env, and of a cookie domain of another site', () => {
    const lines = told({ env: undefined }, (identity) => identity.enableCacheCookie({ domain: 'other.com' }))
    expect(lines.join('\n')).toMatch(
      /environment-default.*https:\/\/identity-pre\.schibsted\.com[\s\S]*cache-cookie-domain.*other\.com/,
    )
  })

  it('throws an error that quotes an env that does not exist', () => {
    expect(() => told({ env: 'PROD' })).toThrow(/"PROD".*PRO_NO/)
    expect(() => told({ env: 'https://login.example' })).toThrow(/"https:\/\/login\.example"/)
  })
})
