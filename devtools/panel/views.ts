/**
 * The tabs of the panel. Each view is made new from what is known.
 */
import type { Finding } from '../catalogue.ts'
import { pluginNames } from '../recording/composition.ts'
import type { Observation } from '../recording/observation.ts'
import type { Entry } from '../recording/recorder.ts'
import { SECRET_MEMBERS, SESSION_MEMBERS } from '../session-members.ts'
import { HIDDEN } from '../shown/words.ts'
import { make } from './dom.ts'

/** The number of findings of each severity, in words. */
export function summaryOf(findings: readonly Finding[]): string {
  const counts = (['error', 'warning', 'info'] as const).map((severity) => {
    const { length } = findings.filter((finding) => finding.severity === severity)
    return length > 0 ? `${length} ${severity}${length > 1 && severity !== 'info' ? 's' : ''}` : ''
  })
  return counts.filter(Boolean).join(', ') || 'nothing wrong'
}

/** The findings. They are undefined while the diagnosis runs. */
export function findingsView(document: Document, findings: readonly Finding[] | undefined): HTMLElement {
  if (!findings) return make(document, 'p', { class: 'empty' }, 'The diagnosis is running.')
  if (findings.length === 0) return make(document, 'p', { class: 'empty' }, 'Nothing wrong was found.')
  const items = findings.map(({ id, severity, what, why, sign, fix, seen }) =>
    make(
      document,
      'li',
      { class: `finding ${severity}`, 'data-finding': id },
      make(document, 'span', { class: 'severity' }, severity),
      make(document, 'h3', {}, what),
      make(document, 'p', {}, why),
      make(document, 'p', {}, make(document, 'strong', {}, 'How to see it: '), sign),
      make(document, 'p', {}, make(document, 'strong', {}, 'Fix: '), fix),
      make(document, 'p', { class: 'seen' }, 'Seen: ', seen),
      make(document, 'code', {}, id),
    ),
  )
  return make(document, 'ul', {}, ...items)
}

/** A line of the timeline. */
function lineOf(document: Document, { id, at, kind, text, source }: Entry): HTMLElement {
  const date = new Date(at)
  return make(
    document,
    'li',
    { class: `entry ${kind}`, 'data-kind': kind, 'data-entry': `${id}` },
    make(document, 'time', { datetime: date.toISOString() }, date.toTimeString().slice(0, 8)),
    make(document, 'span', { class: 'kind' }, kind),
    make(document, 'span', { class: 'text' }, `${text} `, make(document, 'span', { class: 'source' }, `(${source})`)),
  )
}

/**
 * The timeline, newest first.
 *
 * @param drawn what is shown. A timeline is brought up to date: its lines stay, and what is selected in them
 */
export function timelineView(
  document: Document,
  { recorder: { entries } }: Observation,
  drawn: Element | null = null,
): HTMLElement {
  if (entries.length === 0) return make(document, 'p', { class: 'empty' }, 'Nothing has happened yet.')
  const list = drawn?.matches('.timeline')
    ? (drawn as HTMLElement)
    : make(document, 'ol', { class: 'timeline', reversed: '' })
  const numberOf = (line: Element | null) => Number(line?.getAttribute('data-entry') ?? 0)
  const kept = new Set(entries.map(({ id }) => id))
  for (const line of [...list.children]) if (!kept.has(numberOf(line))) line.remove()
  const newest = numberOf(list.firstElementChild)
  const more = entries.filter(({ id }) => id > newest).reverse()
  list.prepend(...more.map((entry) => lineOf(document, entry)))
  return list
}

/** Whether the value of a member is shown: a member that the specification does not name may be a secret. */
const isShown = (name: string): boolean => SESSION_MEMBERS.includes(name) && !SECRET_MEMBERS.includes(name)

/** The session that is known, without secrets. */
export function sessionView(document: Document, { kernel, goodUntil }: Observation): HTMLElement {
  const session = kernel.knownSession()
  if (!session) return make(document, 'p', { class: 'empty' }, 'No session is known.')
  const members = Object.entries(session).map(([name, value]) => [name, isShown(name) ? value : HIDDEN])
  const shown = JSON.stringify(Object.fromEntries(members), null, 2)
  const until =
    goodUntil === undefined
      ? 'Cleared: the next call asks the service.'
      : `Good until ${new Date(goodUntil).toTimeString().slice(0, 8)}.`
  return make(document, 'div', {}, make(document, 'p', {}, until), make(document, 'pre', {}, shown))
}

/** The plugins, in the order of their list. */
export function pluginsView(document: Document, { kernel }: Observation): HTMLElement {
  const items = pluginNames(kernel).map((name) => make(document, 'li', {}, name))
  return make(document, 'ol', { class: 'plugins' }, ...items)
}
