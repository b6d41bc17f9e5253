/**
 * Whether the script in the page's head has begun a session call that no identity of the page takes over.
 */
import { begunCallIn } from '../../plugins/shared/page-head.ts'
import { type Finding, found } from '../catalogue.ts'
import type { Observation } from '../recording/observation.ts'
import { quietly } from '../recording/observe-hook.ts'
import { sessionUrl } from '../recording/session-url.ts'
import { parseUrl } from '../shown/addresses.ts'
import { shownName } from '../shown/redact.ts'

/** A parameter by its name; without it where the library does not have it. */
const partOf = (name: string) => (shownName(name) === name ? name : 'another parameter')

/** The parts in which two addresses of a session call differ, without values. */
function differences(begun: string, wanted: string): string[] {
  const [one, other] = [parseUrl(begun), parseUrl(wanted)]
  if (!one || !other) return ['address']
  const names = new Set([...one.searchParams.keys(), ...other.searchParams.keys()])
  // It names the tab. It is no option that somebody could have given otherwise.
  names.delete('tabId')
  const valuesOf = (url: URL, name: string) => JSON.stringify(url.searchParams.getAll(name))
  return [
    ...(one.origin === other.origin ? [] : ['origin']),
    ...(one.pathname === other.pathname ? [] : ['path']),
    ...[...names].filter((name) => valuesOf(one, name) !== valuesOf(other, name)).map(partOf),
  ]
}

/** The finding, as long as the call has not been taken over. */
export function headSnippetFinding({ kernel, instances }: Observation): Finding | undefined {
  const [begun] = begunCallIn(kernel.window) ?? []
  if (!begun) return
  const isTakenBy = (wanted: string | undefined) => wanted && differences(begun, wanted).length === 0
  // Another identity may take it over later. Other scripts can write the list of them.
  if ([...instances].some(({ headUrl }) => isTakenBy(quietly(() => headUrl?.())))) return
  const parts = differences(begun, sessionUrl(kernel))
  if (parts.length === 0) return found('head-snippet-unused', 'the identity is composed without preload()')
  const isOtherVersion = parts.includes('sdk_version')
  const more = isOtherVersion ? '; another version of the library has made the snippet' : ''
  return found('head-snippet-unused', `different: ${[...new Set(parts)].join(', ')}${more}`)
}
