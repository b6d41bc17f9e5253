// Checks the options once, at the start.

import { getDomain } from 'tldts'
import type { z } from 'zod'
import { secretProblems } from './check-secrets.ts'
import type { SessionServiceOptions } from './options.ts'
import { OptionsError } from './options-error.ts'
import { optionsSchema, sitesSchema } from './schemas.ts'
import { listOf } from './site.ts'

/** @throws {OptionsError} with a line for each problem */
export function checkOptions(given: SessionServiceOptions): void {
  const { sites } = { ...given }
  const found = [...issuesOf(optionsSchema, given, []), ...issuesOf(sitesSchema(sites), sites, ['sites'])]
  const problems = [...found.flatMap(problemsOf), ...sharedIds(sites)]
  if (problems.length > 0) throw new OptionsError(problems)
  // What follows reads options that are known to be well-formed.
  const hurting = [...secretProblems(given), ...strangeSites(given)]
  if (hurting.length > 0) throw new OptionsError(hurting)
}

type Issue = z.core.$ZodIssue

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

/** Each page would be taken for one of the other site. */
function sharedIds(sites: unknown): string[] {
  if (!Array.isArray(sites)) return []
  const ids = sites.map((site: { clientId?: unknown } | undefined) => site?.clientId)
  return ids
    .filter((id, index) => typeof id === 'string' && ids.indexOf(id) < index)
    .map((id) => `sites: two have the clientId ${id}. Give each its own`)
}

/** The domain below a public suffix, which browsers call a site. */
const registrable = (url: string): string => {
  const { hostname } = new URL(url)
  return getDomain(hostname, { allowPrivateDomains: true }) ?? hostname
}

/** Browsers send the service's cookie from pages of its own site alone. */
function strangeSites({ origin, sites }: SessionServiceOptions): string[] {
  const own = registrable(origin)
  return listOf(sites).flatMap(({ clientId, redirectUris }) =>
    redirectUris
      .filter((uri) => registrable(uri) !== own)
      .map(
        (uri) =>
          `sites: ${clientId} has the redirect URI ${uri}, which is not on ${own}. Its readers would log in, and be strangers on every page. Run a service on the site's own domain`,
      ),
  )
}
