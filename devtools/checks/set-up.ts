/**
 * Findings that follow from the options of an identity and the address of the page.
 */
import { type Finding, found } from '../catalogue.ts'
import type { Observation } from '../recording/observation.ts'
import { hostOf, isLoopback, parseUrl } from '../shown/addresses.ts'
import { shownOrigin } from '../shown/redact.ts'
import { isOnSite, siteOf } from './site.ts'

/** Whether a page can share a site with anything: an opaque page and one from a file cannot. */
const isWebPage = (protocol: string) => /^https?:$/.test(protocol)

function addressFindings({ kernel: { window, options } }: Observation): Finding[] {
  const { location } = window
  const service = parseUrl(options.sessionDomain)
  if (!service || !isWebPage(location.protocol)) return []
  const both = `page ${location.origin}, sessionDomain ${service.origin}`
  if (!isOnSite(window, service.hostname))
    return [found('session-domain-cross-site', `${both}; the site of the page is ${siteOf(window)}`)]
  if (service.protocol === location.protocol) return []
  if (location.protocol === 'https:' && !isLoopback(service.hostname)) return [found('mixed-content', both)]
  return [found('scheme-mismatch', both)]
}

function redirectFindings({ kernel: { window, options } }: Observation): Finding[] {
  const { origin, protocol } = window.location
  // The account service refuses a scheme without an address.
  const target = parseUrl(options.redirectUri)
  // An app receives the code by a scheme of its own.
  if (!target || !isWebPage(protocol) || !isWebPage(target.protocol) || target.origin === origin) return []
  // The page was opened under the wrong name: `session-domain-cross-site` says so already.
  if (!isOnSite(window, hostOf(options.sessionDomain)) && !isOnSite(window, target.hostname)) return []
  return [found('redirect-uri-elsewhere', `page ${origin}, redirectUri ${shownOrigin(target.href)}`)]
}

// Any script can add to the list of identities.
const VERSION = /^\d+\.\d+\.\d+(-(alpha|beta|rc|next)(\.\d+)?)?$/

function instanceFindings({ kernel: { options }, instances }: Observation): Finding[] {
  const all = [...instances]
  const versions = [...new Set(all.map(({ version }) => version))].filter((version) => VERSION.test(version))
  const same = all.filter(
    ({ clientId, sessionDomain }) => clientId === options.clientId && sessionDomain === options.sessionDomain,
  )
  return [
    ...(same.length > 1 ? [found('two-instances', `${same.length} for client ${options.clientId}`)] : []),
    ...(versions.length > 1 ? [found('two-versions', versions.join(', '))] : []),
  ]
}

/** Findings about the set-up. Nothing is sent. */
export const setUpFindings = (observation: Observation): Finding[] => [
  ...addressFindings(observation),
  ...redirectFindings(observation),
  ...instanceFindings(observation),
]
