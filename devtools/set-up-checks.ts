/**
 * What the options of an identity and the address of the page say by themselves.
 */
import { type Finding, found } from './catalogue.ts'
import type { Observation } from './observation.ts'
import { isLoopback, isOnSite, siteOf } from './site.ts'

/** Whether the page can share a site with anything: an opaque page, or one from a file, cannot. */
const isWebPage = (protocol: string) => /^https?:$/.test(protocol)

function addressFindings({ kernel: { window, options } }: Observation): Finding[] {
  const { location } = window
  if (!URL.canParse(options.sessionDomain)) return []
  const service = new URL(options.sessionDomain)
  if (!isWebPage(location.protocol)) return []
  const both = `page ${location.origin}, sessionDomain ${service.origin}`
  if (!isOnSite(window, service.hostname))
    return [found('session-domain-cross-site', `${both}; the site of the page is ${siteOf(window)}`)]
  if (service.protocol === location.protocol) return []
  if (location.protocol === 'https:' && !isLoopback(service.hostname)) return [found('mixed-content', both)]
  return [found('scheme-mismatch', both)]
}

function redirectFindings({ kernel: { window, options } }: Observation): Finding[] {
  const { origin, protocol } = window.location
  // What is a scheme alone, and no address, is refused by the account service.
  if (!URL.canParse(options.redirectUri)) return []
  const target = new URL(options.redirectUri)
  // An app takes the code by a scheme of its own.
  if (!isWebPage(protocol) || !isWebPage(target.protocol) || target.origin === origin) return []
  return [found('redirect-uri-elsewhere', `page ${origin}, redirectUri ${target.origin}${target.pathname}`)]
}

function instanceFindings({ kernel: { options }, instances }: Observation): Finding[] {
  const versions = [...new Set([...instances].map(({ version }) => version))]
  const same = [...instances].filter(
    ({ clientId, sessionDomain }) => clientId === options.clientId && sessionDomain === options.sessionDomain,
  )
  return [
    ...(same.length > 1 ? [found('two-instances', `${same.length} for client ${options.clientId}`)] : []),
    ...(versions.length > 1 ? [found('two-versions', versions.join(', '))] : []),
  ]
}

/** Findings about the set-up; nothing is asked for. */
export const setUpFindings = (observation: Observation): Finding[] => [
  ...addressFindings(observation),
  ...redirectFindings(observation),
  ...instanceFindings(observation),
]
