// Sites that change while the service runs. Each is checked when it is read, as the sites of a list are at the start. An option that cannot be
// used is left out.

import type { z } from 'zod'
import type { ServiceEvent } from '../events.ts'
import { siteSchema } from './schemas.ts'
import type { Site, SiteDirectory } from './site.ts'

const ADDRESSES = ['redirectUris', 'logoutUris'] as const
const REQUIRED: readonly PropertyKey[] = ['clientId', 'redirectUris', 'signatureSecret']

/** @param onEvent gets each problem once */
export function checkedDirectory(
  directory: SiteDirectory,
  onEvent: (event: ServiceEvent) => void,
): SiteDirectory {
  const known = new WeakMap<Site, Site | undefined>()
  const told = new Set<string>()

  function checked(site: Site): Site | undefined {
    // A site may have members beside those of the service.
    const { error } = siteSchema.safeParse(site)
    const issues = error?.issues.filter(({ code }) => code !== 'unrecognized_keys') ?? []
    for (const { path, message } of issues) {
      const problem = `${path.join('.')}: ${message}`
      if (told.has(`${site.clientId} ${problem}`)) continue
      told.add(`${site.clientId} ${problem}`)
      onEvent({ type: 'site-invalid', clientId: `${site.clientId}`, problem })
    }
    return issues.length > 0 ? usable(site, issues) : site
  }

  function read(site: Site | undefined): Site | undefined {
    if (!site) return undefined
    if (!known.has(site)) known.set(site, checked(site))
    return known.get(site)
  }

  return {
    find: (clientId) => read(directory.find(clientId)),
    all: () => [...directory.all()].flatMap((site) => read(site) ?? []),
  }
}

/** The site without what cannot be used; undefined when nothing is left of what it needs. */
function usable(site: Site, issues: readonly z.core.$ZodIssue[]): Site | undefined {
  const isOfAddress = ({ path: [name, index] }: z.core.$ZodIssue): boolean =>
    ADDRESSES.some((one) => one === name) && typeof index === 'number'
  const spoilt = issues.filter((issue) => !isOfAddress(issue)).map(({ path: [name = ''] }) => name)
  if (spoilt.some((name) => REQUIRED.includes(name))) return undefined
  const left: Partial<Site> = Object.fromEntries(spoilt.map((name) => [name, undefined]))
  const good = (name: (typeof ADDRESSES)[number]): readonly string[] | undefined =>
    name in left
      ? undefined
      : site[name]?.filter((_, at) => !issues.some(({ path }) => path[0] === name && path[1] === at))
  const members = { ...left, redirectUris: good('redirectUris'), logoutUris: good('logoutUris') }
  // Not a copy of it: a site may be of a class.
  return Object.create(site, Object.getOwnPropertyDescriptors(members))
}
