// When a person must be asked something before a code is issued: to choose an account, or to authenticate
// (again, or with more factors). Checks run in order; the first that asks decides the page that is shown.

import type { interactionPolicy as policyTypes, UnknownObject } from 'oidc-provider'
import type { OidcProviderModule } from './load-provider.ts'
import { askedMethods, isSatisfied } from './login/methods.ts'

/** The prompts of the account service: select_account, then login. There is no consent prompt. */
export function interactionPolicy(module: OidcProviderModule): policyTypes.DefaultPolicy {
  const { base, Check, Prompt } = module.interactionPolicy
  const { errors } = module
  const policy = base()
  policy.remove('consent')

  const scopeAllowed = new Check('scope', 'every scope is one the client may use', (ctx) => {
    const allowed = new Set((ctx.oidc.client?.scope ?? '').split(' '))
    // from the request itself: the provider drops scopes that it has never heard of, instead of refusing them
    const asked = String(ctx.oidc.body?.scope ?? ctx.query.scope ?? '').split(' ')
    const unknown = asked.find((scope) => scope !== '' && !allowed.has(scope))
    if (unknown !== undefined) throw new errors.InvalidScope('requested scope is not allowed', unknown)
    return Check.NO_NEED_TO_PROMPT
  })
  policy.add(new Prompt({ name: 'select_account', requestable: true }, scopeAllowed), 0)

  const stepUp = new Check('step_up', 'the user must show more than the session knows of', (ctx) => {
    const { params, result, session } = ctx.oidc
    // what the login pages report, they have checked against the same values
    if ((result as UnknownObject | undefined)?.login !== undefined) return Check.NO_NEED_TO_PROMPT
    const amr = session?.amr ?? []
    return askedMethods(params?.acr_values).some((method) => !isSatisfied(method, amr))
  })
  policy.get('login')?.checks.add(stepUp)
  return policy
}
