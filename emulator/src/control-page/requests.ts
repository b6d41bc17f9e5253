// The request list of the control page: filtered, assets hidden, each with its headers, its body and why it was refused.

import type { RequestEntry } from '../http/request-log.ts'

const SHOWN = 200

const list = document.getElementById('requests') as HTMLElement
const filter = document.getElementById('request-filter') as HTMLInputElement
const withAssets = document.getElementById('request-assets') as HTMLInputElement

function make(name: string, ...children: (Node | string)[]): HTMLElement {
  const made = document.createElement(name)
  made.append(...children)
  return made
}

/** The id under which a page's own devtools have the request. */
const idOf = (path: string): string =>
  new URL(path, 'http://any.localhost').searchParams.get('devtools_id') ?? ''

function show(line: HTMLElement): void {
  const text = (line.textContent ?? '').toLowerCase()
  const isAsset = line.dataset.asset === 'true'
  line.hidden = !text.includes(filter.value.trim().toLowerCase()) || (isAsset && !withAssets.checked)
}

function details({ headers, body }: RequestEntry): HTMLElement {
  const rows = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  const shown = [make('pre', rows.join('\n')), ...(body === undefined ? [] : [make('pre', body)])]
  return make('details', make('summary', body === undefined ? 'Headers' : 'Headers and body'), ...shown)
}

/** Shows a request above those before it. */
export function addRequest(entry: RequestEntry): void {
  const { time, status, method, host, path, durationMs, reason } = entry
  const cells = [
    new Date(time).toLocaleTimeString('en-GB'),
    status === 0 ? '–' : String(status),
    make('div', make('code', `${method} ${host}${path}`), make('p', reason ?? ''), details(entry)),
    idOf(path),
    String(durationMs),
  ]
  const line = make('tr', ...cells.map((cell) => make('td', cell)))
  if (status === 0 || status >= 400) line.className = 'bad'
  line.dataset.asset = String(path.startsWith('/assets/') || path.startsWith('/photos/'))
  show(line)
  list.prepend(line)
  while (list.children.length > SHOWN) list.lastElementChild?.remove()
}

for (const control of [filter, withAssets])
  control.addEventListener('input', () => {
    for (const line of list.children) show(line as HTMLElement)
  })
