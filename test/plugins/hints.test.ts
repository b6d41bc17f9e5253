/** A developer who gives something wrong is told what to give instead. */
import { describe, expect, it } from 'vitest'
import { createIdentity } from '../../core/kernel/create-identity.ts'
import type { AnyPlugin } from '../../core/kernel/plugin.ts'
import { consents } from '../../plugins/consents/consents.ts'
import { login } from '../../plugins/login/login.ts'
import { loginLinks } from '../../plugins/login/login-links.ts'
import { simplifiedLogin } from '../../plugins/login/simplified-login.ts'
import { userContext } from '../../plugins/login/user-context.ts'
import { cacheCookie } from '../../plugins/reporting/cache-cookie.ts'
import { log } from '../../plugins/reporting/log.ts'
import { fetchTransport } from '../../plugins/transport/fetch-transport.ts'
import { externalId } from '../../plugins/user/external-id.ts'
import { environmentOf } from '../../presets/environments.ts'
import { createFullIdentity } from '../../presets/full.ts'
import { registerGlobal } from '../../presets/register-global.ts'
import { optionsFor, rejection } from '../support/fixtures.ts'
import { json, openPage } from '../support/page.ts'
import { sdkError } from '../support/sdk-error.ts'
import { openWidgetPage, USER } from './login/widget-page.ts'

function open() {
  const plugins = [
    fetchTransport(),
    login(),
    userContext(),
    simplifiedLogin(),
    cacheCookie(),
    externalId(),
    log(),
  ]
  return createIdentity(optionsFor(openPage()), plugins as never) as never as Record<
    string,
    (...given: unknown[]) => unknown
  >
}

const call =
  (method: string, ...given: unknown[]) =>
  () =>
    open()[method]?.(...given)
const compose = (plugin: () => AnyPlugin) => () =>
  createIdentity(optionsFor(openPage()), [consents(), plugin()])

describe('a development message', () => {
  it.each<[string, () => unknown, RegExp]>([
    ['prompt', call('loginUrl', { state: 's', prompt: 'ask' }), /Give select_account, login, none/],
    ['locale', call('loginUrl', { state: 's', locale: 'de' }), /Give nb_NO, fi_FI, sv_SE or en_US/],
    ['maxAge', call('loginUrl', { state: 's', maxAge: 'soon' }), /Give seconds, 0 or more/],
    [
      'acrValues',
      call('loginUrl', { state: 's', acrValues: 'face' }),
      /Give otp-email, or some of password, otp, sms, eid, eid-no, eid-se, eid-fi, eid-dk/,
    ],
    [
      'redirectUri',
      call('loginUrl', { state: 's', redirectUri: '/a' }),
      /Give an absolute URL that does not begin with javascript:, data:, vbscript:, blob: or file:/,
    ],
    ['state', call('loginUrl', {}), /nobody can guess, such as crypto\.randomUUID\(\)/],
    ['expiresIn', call('enableCacheCookie', { expiresIn: 1e9 }), /Give seconds, from 0 to 999999999/],
    ['domain', call('enableCacheCookie', { domain: 'com' }), /Give a domain such as site\.com/],
    ['externalParty', call('getExternalId', ''), /Give the name of the outside party/],
    [
      'encoding',
      call('showSimplifiedLoginWidget', { state: 's' }, { encoding: 'utf-16' }),
      /Give utf-8, iso-8859-1 or iso-8859-15/,
    ],
    ['log', call('logSettings'), /Give a function to log the settings to/],
    [
      'refreshLoginLinks',
      compose(() => loginLinks({ refreshLoginLinks: 'no' as never })),
      /Give true or false/,
    ],
    ['retries', compose(() => fetchTransport({ retries: -1 })), /Give a number, 0 or more/],
    [
      'globalPrefix',
      () => registerGlobal(openPage().window, 'Identity', {}, 'a b'),
      /Give a name that begins with a letter/,
    ],
    [
      'env',
      () => environmentOf('DEV' as never),
      /Give PRE, PRO, PRO_NO, PRO_FI, PRO_DK, or an Environment object/,
    ],
    [
      'plugins',
      () => createFullIdentity({ ...optionsFor(openPage()), plugins: {} as never }, fetchTransport()),
      /Give a list of plugins/,
    ],
  ])('of a wrong %s says what to give', async (name, run, hint) => {
    const error = await rejection((async () => run())())
    expect(error).toMatchObject({ message: expect.stringMatching(hint) })
    expect((error as Error).message).toMatch(new RegExp(`-invalid: ${name}\\b`))
  })

  it('of a widget that is not shown says why', async () => {
    const { page, identity, scripts, scriptsAre } = openWidgetPage()
    page.answer(json(200, {}))
    expect(await rejection(identity.showSimplifiedLoginWidget({ state: 's' }))).toMatchObject(
      sdkError('widget-unavailable', 'Nobody is logged in to the account service'),
    )
    page.answer(USER)
    const failed = rejection(identity.showSimplifiedLoginWidget({ state: 's' }))
    await scriptsAre(1)
    scripts[0]?.onerror?.(undefined as never)
    expect(await failed).toMatchObject({ message: expect.stringContaining('script. It did not load') })
  })
})
