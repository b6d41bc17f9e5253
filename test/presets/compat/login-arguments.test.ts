import { describe, expect, it } from 'vitest'
import { loginArguments } from '../../../presets/compat/pages.ts'

const OWN = 'https://www.site.example/'
const BACK = 'https://www.site.example/back'

describe('the positional form of a login', () => {
  it('has a place for each value', () => {
    expect(loginArguments('s', ['otp-email', 'openid', BACK, 'hint', 'tag', 'teaser', 60], OWN)).toEqual({
      state: 's',
      acrValues: 'otp-email',
      scope: 'openid',
      redirectUri: BACK,
      loginHint: 'hint',
      tag: 'tag',
      teaser: 'teaser',
      maxAge: 60,
    })
  })

  it('counts what is empty as absent, but not an age of 0', () => {
    expect(loginArguments('s', ['', '', '', '', '', '', 0], OWN)).toEqual({
      state: 's',
      redirectUri: OWN,
      maxAge: 0,
    })
    expect(loginArguments('s', ['', '', '', '', '', '', ''], OWN)).toEqual({ state: 's', redirectUri: OWN })
  })
})

it.each([7, {}, ['s'], true])('The state %j is refused, and the message has only its type', (state) => {
  expect(() => loginArguments({ state } as never, [], OWN)).toThrow(`but it is ${typeof state}`)
})
