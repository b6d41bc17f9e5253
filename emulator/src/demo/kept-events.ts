// Events with what they carried, newest first, kept over the pages of a tab: those of before a login are what
// somebody wants to see after it.

const KEY = 'demo.events'
const KEPT = 60
const SECRETS = ['sig', 'sp_id']

interface KeptEvent {
  readonly name: string
  readonly at: number
  readonly payload: string
}

export interface KeptEvents {
  add(name: string, payload: unknown): void
}

function read(): KeptEvent[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '[]')
    return Array.isArray(kept) ? kept : []
  } catch {
    return []
  }
}

/** What an event carried, in a line or more; of an error, what a page may branch on. */
function textOf(payload: unknown): string {
  const { name, reason, code, type } = (payload ?? {}) as Record<string, unknown>
  const shown = name === 'SDKError' ? { reason, code, type } : payload
  return JSON.stringify(shown, (key, value) => (SECRETS.includes(key) ? '…' : value), 2) ?? 'undefined'
}

const titleOf = ({ name, at }: KeptEvent): string => `${new Date(at).toLocaleTimeString('en-GB')} ${name}`

function itemOf(event: KeptEvent): HTMLElement {
  const summary = document.createElement('summary')
  summary.textContent = titleOf(event)
  const carried = document.createElement('pre')
  carried.textContent = event.payload
  const details = document.createElement('details')
  details.append(summary, carried)
  const item = document.createElement('li')
  item.append(details)
  return item
}

export function keptEvents(): KeptEvents {
  const list = document.getElementById('kept-events')
  let events = read()
  function show(): void {
    const newestFirst = [...events].reverse()
    list?.replaceChildren(...newestFirst.map(itemOf))
    const [latest] = newestFirst
    const shown = document.getElementById('latest-event')
    if (shown !== null) shown.textContent = latest ? titleOf(latest) : ''
    document.getElementById('latest-event-row')?.toggleAttribute('hidden', latest === undefined)
    document.getElementById('no-events')?.toggleAttribute('hidden', latest !== undefined)
  }
  document.getElementById('forget-events')?.addEventListener('click', () => {
    events = []
    show()
    sessionStorage.removeItem(KEY)
  })
  show()
  return {
    add(name, payload) {
      events = [...events, { name, at: Date.now(), payload: textOf(payload) }].slice(-KEPT)
      try {
        sessionStorage.setItem(KEY, JSON.stringify(events))
      } catch {
        // storage is denied or full: they are there until the page is left
      }
      show()
    },
  }
}
