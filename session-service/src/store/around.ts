// A store within another one: each call goes through a function.

import type { SessionStore } from './session-store.ts'

/** @param call is told which method is called, and runs it. What closes the store does not go through it */
export function around(
  store: SessionStore,
  call: <T>(operation: string, run: () => Promise<T>) => Promise<T>,
): SessionStore {
  return new Proxy(store, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name)
      if (typeof member !== 'function') return member
      if (name === 'close') return () => member.call(target)
      return (...args: unknown[]) => call(String(name), () => member.apply(target, args))
    },
  })
}
