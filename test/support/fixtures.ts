/** Data that many tests share. */
import { createIdentity } from '../../core/kernel/create-identity.ts'
import type { AnyPlugin, IdentityCore, Kernel } from '../../core/kernel/plugin.ts'
import type { Environment, KernelOptions } from '../../core/options.ts'
import type { Session } from '../../core/session/types.ts'
import { ADA } from '../../presets/testing/readers.ts'
import type { Page } from './page.ts'

export { ADA, NO_SESSION, NOT_CONNECTED } from '../../presets/testing/readers.ts'

export const ENV: Environment = {
  name: 'TEST',
  accountUrl: 'https://account.example',
  widgetUrl: 'https://account.example/authn/',
  globalSessionUrl: 'https://global.example',
  sdrnNamespace: 'example',
}

export function optionsFor(
  page: Pick<Page, 'window'>,
  more: Partial<KernelOptions> = {},
): KernelOptions & { redirectUri: string } {
  return {
    clientId: 'client-1',
    sessionDomain: 'https://id.site.example',
    env: ENV,
    window: page.window,
    ...more,
    redirectUri: more.redirectUri ?? 'https://www.site.example/callback',
  }
}

/** Composes an identity, and hands out the kernel that its plugins are given. */
export function openKernel(
  options: KernelOptions,
  plugins: readonly AnyPlugin[] = [],
): { kernel: Kernel; identity: IdentityCore } {
  let kernel: Kernel | undefined
  const probe: AnyPlugin = { name: 'probe', setup: (given) => void (kernel = given) }
  const identity = createIdentity(options, [...plugins, probe])
  return { kernel: kernel as unknown as Kernel, identity }
}

export const GRACE: Session = {
  ...ADA,
  userId: 202,
  id: 'uuid-grace',
  uuid: 'uuid-grace',
  givenName: 'Grace',
}

/** Catches what a promise rejects with. */
export async function rejection(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise
  } catch (error) {
    return error
  }
  throw new Error('Expected a rejection')
}

/** Catches what a function throws. */
export function thrown(run: () => unknown): unknown {
  try {
    run()
  } catch (error) {
    return error
  }
  throw new Error('Expected a throw')
}
