// Checks the options once, at the start.

import { getDomain } from 'tldts'
import type { z } from 'zod'
import { secretProblems } from './check-secrets.ts'
import { hostsOf } from './hosts.ts'
import type { SessionServiceOptions } from './options.ts'
import { OptionsError } from './options-error.ts'
import { hostSchema, optionsSchema, sharedSchema, sitesSchema } from './schemas.ts'
import { baseDomainOf, listOf, type ServiceHost } from './site.ts'

/** @throws {OptionsError} with a line for each problem */
export function checkOptions(given: SessionServiceOptions): void {
  // A value that breaks two rules may have the same message twice.
  const problems = new Set([...issuesIn(given).flatMap(problemsOf), ...givenTwice(given)])
  if (problems.size > 0) throw new OptionsError([...problems])
  // What follows reads options that are known to be well-formed.
  const hosts = hostsOf(given)
  const conflicts = [
    ...sharedIds(hosts),
    ...sharedNames(hosts),
    ...secretProblems(given),
    ...hosts.flatMap(crossSiteSites),
    ...(given.presenceCookie === false ? [] : hosts.flatMap(sitesWithoutCookie)),
  ]
  if (conflicts.length > 0) throw new OptionsError(conflicts)
}

/** Options that each of `hosts` has. */
const HOST_OPTIONS = ['origin', 'sites', 'baseDomain'] as const

type Issue = z.core.$ZodIssue

function issuesIn(given: SessionServiceOptions): Issue[] {
  const { hosts, sites } = { ...given }
  const issuesInSites = (sites: unknown, path: readonly string[]): Issue[] =>
    issuesOf(sitesSchema(sites), sites, [...path, 'sites'])
  if (hosts === undefined) return [...issuesOf(optionsSchema, given, []), ...issuesInSites(sites, [])]
  const each = (Array.isArray(hosts) ? hosts : []).flatMap((host: ServiceHost, index) => {
    const path = ['hosts', `${index}`]
    return [...issuesOf(hostSchema, host, path), ...issuesInSites({ ...host }.sites, path)]
  })
  const { origin: _origin, sites: _sites, baseDomain: _baseDomain, ...shared } = given
  return [...issuesOf(sharedSchema, shared, []), ...each]
}

function issuesOf(schema: z.ZodType, value: unknown, path: readonly string[]): Issue[] {
  const { error } = schema.safeParse(value)
  return (error?.issues ?? []).map((issue) => ({ ...issue, path: [...path, ...issue.path] }))
}

function problemsOf(issue: Issue): string[] {
  const path = issue.path.map(String)
  if (issue.code !== 'unrecognized_keys') return [`${path.join('.') || 'options'}: ${issue.message}`]
  return issue.keys.map(
    (key) => `${[...path, key].join('.')}: there is no such option. Look for a mistyped name`,
  )
}

/** What belongs to a host, beside `hosts`. */
function givenTwice(given: SessionServiceOptions): string[] {
  if (given?.hosts === undefined) return []
  return HOST_OPTIONS.filter((name) => given[name] !== undefined).map(
    (name) => `${name}: there are hosts. Give it to each of them`,
  )
}

/** Each page would be taken for one of the other site. */
function sharedIds(hosts: readonly ServiceHost[]): string[] {
  const ids = hosts.flatMap(({ sites }) => listOf(sites)).map(({ clientId }) => clientId)
  return ids
    .filter((id, index) => ids.indexOf(id) < index)
    .map((id) => `sites: two have the clientId ${id}. Give each its own`)
}

/** Hosts are told apart by their names alone, as browsers tell their cookies apart. */
function sharedNames(hosts: readonly ServiceHost[]): string[] {
  const names = hosts.map(({ origin }) => new URL(origin).hostname)
  return names
    .filter((name, index) => names.indexOf(name) < index)
    .map((name) => `hosts: two have the name ${name}. Give each its own`)
}

/** The domain below a public suffix, which browsers call a site. */
const registrable = (url: string): string => {
  const { hostname } = new URL(url)
  return getDomain(hostname, { allowPrivateDomains: true }) ?? hostname
}

/** Pages that cannot see the presence cookie would take a logged-in reader for an anonymous one, for up to a day. */
function sitesWithoutCookie(host: ServiceHost): string[] {
  const { origin, sites } = host
  const baseDomain = baseDomainOf(host)
  const isBelow = (hostname: string): boolean => `.${hostname}`.endsWith(`.${baseDomain}`)
  return listOf(sites).flatMap(({ clientId, redirectUris }) =>
    redirectUris
      .filter((uri) => registrable(uri) === registrable(origin) && !isBelow(new URL(uri).hostname))
      .map(
        (uri) =>
          `sites: ${clientId} has the redirect URI ${uri}, whose pages do not see the presence cookie of ${baseDomain}. Give the baseDomain that service and sites share, or presenceCookie: false`,
      ),
  )
}

/** Browsers send the service's cookie from pages of its own site alone. */
function crossSiteSites({ origin, sites }: ServiceHost): string[] {
  const own = registrable(origin)
  return listOf(sites).flatMap(({ clientId, redirectUris }) =>
    redirectUris
      .filter((uri) => registrable(uri) !== own)
      .map(
        (uri) =>
          `sites: ${clientId} has the redirect URI ${uri}, which is not on ${own}. Its readers would log in, and be anonymous on every page. Give the service a host on the site's own domain`,
      ),
  )
}
