// Wraps a store: each call of a method goes through a function.

import type { SessionStore } from './session-store.ts'

/** @param call gets the name of the method, and runs it. `close` is not wrapped */
export function wrapStore(
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
