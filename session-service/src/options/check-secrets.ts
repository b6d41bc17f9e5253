// Secrets that are unsafe: those that everybody can read in the guide, and those that serve two purposes.

import { hostsOf } from './hosts.ts'
import type { SessionServiceOptions } from './options.ts'
import { allOf, type Secret } from './secret.ts'
import { listOf } from './site.ts'

/** Those of the guide and of the compose file. */
const PUBLIC = /-for-this-machine-alone$|^the-secret-of-the-session-service$/

type NamedSecret = readonly [path: string, secret: string]

function secretsIn(options: SessionServiceOptions, managementSecret: Secret | undefined): NamedSecret[] {
  const { cookieSecret, identitySecret, provider } = options
  const sites = hostsOf(options).flatMap((host) => listOf(host.sites))
  const named = (path: string, secret: Secret | undefined): NamedSecret[] =>
    secret === undefined ? [] : allOf(secret).map((one) => [path, one])
  return [
    ...named('cookieSecret', cookieSecret),
    ...named('identitySecret', identitySecret),
    ...named('provider.clientSecret', provider.clientSecret),
    ...sites.flatMap(({ clientId, signatureSecret, clientSecret }) => [
      ...named(`signatureSecret of ${clientId}`, signatureSecret),
      ...named(`clientSecret of ${clientId}`, clientSecret),
    ]),
    ...named('managementSecret', managementSecret),
  ]
}

/**
 * A line for each problem. None repeats a secret.
 *
 * @param managementSecret of the command, which the service itself has no use for
 */
export function secretProblems(options: SessionServiceOptions, managementSecret?: Secret): string[] {
  const secrets = secretsIn(options, managementSecret)
  const isOnline = hostsOf(options).some(({ origin }) => origin.startsWith('https:'))
  const isPublic = ([, secret]: NamedSecret): boolean => isOnline && PUBLIC.test(secret)
  const twins = secrets.flatMap(([path, secret], index) => {
    const [first] = secrets.slice(0, index).find(([other, same]) => same === secret && other !== path) ?? []
    return first === undefined ? [] : [[first, path] as const]
  })
  return [
    ...secrets
      .filter(isPublic)
      .map(
        ([path]) => `${path}: this one stands in the guide, where everybody reads it. Make one of your own`,
      ),
    // Whoever has the one would have the other, such as a site's server the sessions of another site.
    ...twins.map(([first, path]) => `${path}: it is the same as ${first}. Give each its own`),
  ]
}
