/**
 * Makes an instance known to the page, once it can be used: whoever hears that it is there may call it at once, and dispose of it.
 */
import type { BrowserWindow } from '../../core/options.ts'
import { registerGlobal } from '../register-global.ts'

/** Registers an instance. @param inside its end takes the global away as well, from now on */
export function register(window: BrowserWindow, name: string, instance: object, inside: { dispose(): void }): void {
  const end = inside.dispose
  let isDisposed = false
  let unregister = () => {}
  inside.dispose = () => {
    isDisposed = true
    unregister()
    end()
  }
  unregister = registerGlobal(window, name, instance)
  if (isDisposed) unregister()
}
