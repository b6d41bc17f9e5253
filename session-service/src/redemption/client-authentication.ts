// The authentication of a site's server by its client secret, in HTTP Basic or in the form (RFC 6749, section 2.3.1).

import { safeEqual } from '../crypto/hash.ts'
import { allOf } from '../options/secret.ts'
import type { Site, SiteDirectory } from '../options/site.ts'

type Field = (name: string) => string | undefined

/** The site whose secret was given; undefined when it was not. */
export function clientOf(
  authorization: string | undefined,
  field: Field,
  sites: SiteDirectory,
): Site | undefined {
  const given = credentialsIn(authorization) ?? { id: field('client_id'), secret: field('client_secret') }
  const site = given.id ? sites.find(given.id) : undefined
  const { secret } = given
  if (site?.clientSecret === undefined || secret === undefined) return undefined
  return allOf(site.clientSecret).some((known) => safeEqual(known, secret)) ? site : undefined
}

function credentialsIn(authorization: string | undefined): { id: string; secret: string } | undefined {
  const encoded = /^Basic ([\w+/=-]{1,2000})$/i.exec(`${authorization}`)?.[1]
  if (encoded === undefined) return undefined
  const text = Buffer.from(encoded, 'base64').toString()
  const colon = text.indexOf(':')
  try {
    // They are encoded as in a form before they are joined.
    return { id: decoded(text.slice(0, colon)), secret: decoded(text.slice(colon + 1)) }
  } catch {
    return undefined
  }
}

const decoded = (text: string): string => decodeURIComponent(text.replaceAll('+', ' '))
