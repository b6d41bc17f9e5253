// The request list of the control page: filtered, assets hidden, each with its headers, its body and why it was refused.

import type { RequestLine } from './api.ts'
import { byId, make, timeOf } from './dom.ts'

const SHOWN = 200

const filter = byId<HTMLInputElement>('request-filter')
const withAssets = byId<HTMLInputElement>('request-assets')

/** The id under which a page's own devtools have the request. */
const idOf = (path: string): string =>
  new URL(path, 'http://any.localhost').searchParams.get('devtools_id') ?? ''

function isShown(line: HTMLElement): boolean {
  const text = (line.textContent ?? '').toLowerCase()
  const isAsset = line.dataset.asset === 'true'
  return text.includes(filter.value.trim().toLowerCase()) && (withAssets.checked || !isAsset)
}

function details({ headers, body, reason }: RequestLine): Node[] {
  const rows = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  const title = body === undefined ? 'Headers' : 'Headers and body'
  const shown = [rows.join('\n'), ...(body === undefined ? [] : [body])].map((text) => make('pre', text))
  const more = make('details', make('summary', title), ...shown)
  if (reason === undefined) return [more]
  const why = make('p', reason)
  why.className = 'reason'
  return [why, more]
}

/** Shows a request above those before it. */
export function addRequest(entry: RequestLine): void {
  const { time, status, method, host, path, durationMs } = entry
  const cells = [
    timeOf(time),
    status === 0 ? '–' : String(status),
    make('div', make('code', `${method} ${host}${path}`), ...details(entry)),
    idOf(path),
    String(durationMs),
  ]
  const line = make('tr', ...cells.map((cell) => make('td', cell)))
  if (status === 0 || status >= 400) line.className = 'bad'
  line.dataset.asset = String(path.startsWith('/assets/') || path.startsWith('/photos/'))
  line.hidden = !isShown(line)
  const body = byId('requests')
  body.prepend(line)
  while (body.children.length > SHOWN) body.lastElementChild?.remove()
}

/** Follows what is typed in the filter. */
export function followFilter(): void {
  const show = (): void => {
    for (const line of byId('requests').children) (line as HTMLElement).hidden = !isShown(line as HTMLElement)
  }
  filter.addEventListener('input', show)
  withAssets.addEventListener('change', show)
}
