/**
 * What a server has made for one login, `binding` of `beginLogin` of `portico/server`: the state, and what proves the login to be the one
 * that the server has begun.
 */
import { ownMembers } from '../../core/json.ts'
import type { Kernel } from '../../core/kernel/plugin.ts'
import type { LoginBinding } from './continue-as.ts'

const PROOFS = ['nonce', 'code_challenge', 'code_challenge_method'] as const

/** The own members of what was made for a login: a script of the page may have added a `nonce` to all objects. */
const bindingOf = (made: string | LoginBinding) =>
  ownMembers(typeof made === 'string' ? { state: made } : made) as Partial<LoginBinding>

// What is no text is refused where the login's parameters are checked.
const stateOf = (binding: Partial<LoginBinding>) => binding.state as string

/** The state of a login. */
export const stateIn = (made: string | LoginBinding): string => stateOf(bindingOf(made))

/** Sends the proofs along with the login whose state was bound last. @returns a function that binds a login, and gives its state */
export function bindLogins(kernel: Kernel): (made: string | LoginBinding) => string {
  let bound: Partial<LoginBinding> | undefined

  kernel.hook('url:build', ({ kind, query }) => {
    if (kind !== 'login' || !bound || query.get('state') !== bound.state) return
    for (const name of PROOFS) {
      const value = bound[name]
      if (value && !query.has(name)) query.append(name, value)
    }
  })

  return (made) => {
    bound = bindingOf(made)
    return stateOf(bound)
  }
}
