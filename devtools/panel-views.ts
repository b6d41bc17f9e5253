/**
 * What the panel shows, tab by tab: each view is made anew of what is known.
 */
import type { Finding } from './catalogue.ts'
import { pluginsOf } from './composition.ts'
import { make } from './dom.ts'
import type { Observation } from './observation.ts'

/** Members of a session that are secrets: only whether they are there is shown. */
const SECRETS = ['sig', 'sp_id']

/** How many findings there are of each severity, in words. */
export function summaryOf(findings: readonly Finding[]): string {
  const counts = (['error', 'warning', 'info'] as const).map((severity) => {
    const { length } = findings.filter((finding) => finding.severity === severity)
    return length > 0 ? `${length} ${severity}${length > 1 && severity !== 'info' ? 's' : ''}` : ''
  })
  return counts.filter(Boolean).join(', ') || 'nothing wrong'
}

/** The findings; undefined while they are being looked for. */
export function findingsView(document: Document, findings: readonly Finding[] | undefined): HTMLElement {
  if (!findings) return make(document, 'p', { class: 'empty' }, 'Looking …')
  if (findings.length === 0) return make(document, 'p', { class: 'empty' }, 'Nothing wrong was found.')
  const items = findings.map(({ id, severity, what, why, fix, seen }) =>
    make(
      document,
      'li',
      { class: `finding ${severity}`, 'data-finding': id },
      make(document, 'span', { class: 'severity' }, severity),
      make(document, 'h3', {}, what),
      make(document, 'p', {}, why),
      make(document, 'p', {}, make(document, 'strong', {}, 'Fix: '), fix),
      make(document, 'p', { class: 'seen' }, 'Seen: ', seen),
      make(document, 'code', {}, id),
    ),
  )
  return make(document, 'ul', {}, ...items)
}

/** The timeline, newest first. */
export function timelineView(document: Document, { recorder }: Observation): HTMLElement {
  const items = [...recorder.entries]
    .reverse()
    .map(({ id, at, kind, text, source }) =>
      make(
        document,
        'li',
        { class: `entry ${kind}`, 'data-kind': kind, 'data-entry': `${id}` },
        make(document, 'time', { datetime: new Date(at).toISOString() }, new Date(at).toTimeString().slice(0, 8)),
        make(document, 'span', { class: 'kind' }, kind),
        make(
          document,
          'span',
          { class: 'text' },
          `${text} `,
          make(document, 'span', { class: 'source' }, `(${source})`),
        ),
      ),
    )
  return items.length > 0
    ? make(document, 'ol', { reversed: '' }, ...items)
    : make(document, 'p', { class: 'empty' }, 'Nothing has happened yet.')
}

/** The session as known, its secrets left out. */
export function sessionView(document: Document, { kernel: { answer } }: Observation): HTMLElement {
  if (!answer) return make(document, 'p', { class: 'empty' }, 'No session is known.')
  const shown = JSON.stringify(answer.body, (name, value) => (SECRETS.includes(name) ? '…' : value), 2)
  const until = new Date(answer.expiresAt).toTimeString().slice(0, 8)
  return make(document, 'div', {}, make(document, 'p', {}, `Good until ${until}.`), make(document, 'pre', {}, shown))
}

/** The plugins and the hooks that each uses. */
export function pluginsView(document: Document, { kernel }: Observation): HTMLElement {
  const plugins = pluginsOf(kernel)
  if (plugins.length === 0)
    return make(
      document,
      'p',
      { class: 'empty' },
      'The list was not noted: compose createIdentity(options, noted([…])), with noted from portico/devtools.',
    )
  const rows = plugins.flatMap(({ name, hooks }) => [
    make(document, 'dt', {}, name),
    make(document, 'dd', {}, hooks.length > 0 ? [...new Set(hooks)].join(', ') : 'no hooks'),
  ])
  return make(document, 'dl', {}, ...rows)
}
