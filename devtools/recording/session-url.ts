/**
 * The address at which an identity asks for its session.
 */
import type { Kernel } from '../../core/kernel/plugin.ts'
import { clientParameters, sessionPath } from '../../core/urls.ts'

/** The address, with what plugins append to it. */
export const sessionUrl = ({ options, storage, buildUrl }: Kernel): string =>
  buildUrl(
    'session',
    options.sessionDomain,
    sessionPath(options),
    clientParameters(options, options.redirectUri, storage.tabId()),
  )
