/**
 * Ways to look on without taking part: whatever fails here, the page continues as without devtools.
 */
import type { AsyncHooks, HookHandler, HookName, SyncHooks } from '../../core/kernel/hooks.ts'
import type { Kernel } from '../../core/kernel/plugin.ts'

/** Runs something whose failure concerns nobody: storage may be denied, and stand-ins for a window are incomplete. */
export function quietly<T>(run: () => T): T | undefined {
  try {
    return run()
  } catch {
    return undefined
  }
}

/** What the handlers of a hook are given. */
type ContextOf<Name extends HookName> = (SyncHooks & AsyncHooks)[Name]

/** Looks on before the handlers of a hook are called, or after them, when they have filled its context. */
type Moment = 'before' | 'after'

/**
 * Looks on at a hook until the identity is disposed. In the development build hookable itself calls back, whichever plugin comes
 * first. In production it is one handler among the others.
 */
export function observeHook<Name extends HookName>(
  { hook, hookable, onDispose }: Kernel,
  name: Name,
  look: (context: ContextOf<Name>) => void,
  moment: Moment = 'after',
): void {
  if (hookable) {
    const hear = (event: { name: string; args: unknown[] }) => {
      if (event.name === name) quietly(() => look(event.args[0] as ContextOf<Name>))
    }
    onDispose(moment === 'before' ? hookable.beforeEach(hear) : hookable.afterEach(hear))
    return
  }
  const handler = (context: ContextOf<Name>) => void quietly(() => look(context))
  // The compiler cannot tell for a name that it does not know that this handler, which returns nothing, fits.
  hook(name, handler as HookHandler<Name>)
}
