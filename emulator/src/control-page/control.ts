// The control page's script: shows the state of the emulator and moves its switches.

import { faultsOn } from '../control/faults.ts'
import { api, type Faults, type RequestLine } from './api.ts'
import { followNewClient } from './clients.ts'
import { byId } from './dom.ts'
import { addRequest, followFilter } from './requests.ts'
import { refreshTables } from './tables.ts'
import { followNewUser } from './users.ts'

const form = byId<HTMLFormElement>('faults')

function field(name: string): HTMLInputElement | RadioNodeList {
  return form.elements.namedItem(name) as HTMLInputElement | RadioNodeList
}

let changes = 0

function show(faults: Faults): void {
  ;(field('session') as RadioNodeList).value = faults.session
  ;(form.elements.namedItem('access') as HTMLSelectElement).value = faults.access
  ;(form.elements.namedItem('fedcm') as HTMLSelectElement).value = faults.fedcm
  ;(field('slowMs') as HTMLInputElement).value = String(faults.slowMs)
  ;(field('answersPerSecond') as HTMLInputElement).value = String(faults.answersPerSecond)
  ;(field('retryAfter') as HTMLInputElement).value = faults.retryAfter
  ;(field('retryAfterExposed') as HTMLInputElement).checked = faults.retryAfterExposed
  ;(field('clockSkewSeconds') as HTMLInputElement).value = String(faults.clockSkewSeconds)
  ;(field('thirdPartyCookiesRefused') as HTMLInputElement).checked = faults.thirdPartyCookiesRefused
  ;(field('popupsSevered') as HTMLInputElement).checked = faults.popupsSevered
  const on = faultsOn(faults)
  byId('faults-state').textContent = on.length > 0 ? 'Something is switched wrong.' : 'Everything works.'
  byId('faults-on').textContent = on.join(', ')
  // the line that the page was served with, if it was: switches are moved on it since
  const banner = document.querySelector<HTMLElement>('[data-testid=fault-banner]')
  if (banner === null) return
  banner.hidden = on.length === 0
  const named = banner.querySelector('code')
  if (named !== null) named.textContent = on.join(', ')
}

form.addEventListener('change', async (event) => {
  const { name, value, checked, type } = event.target as HTMLInputElement
  const wanted = type === 'checkbox' ? checked : type === 'number' ? Number(value) : value
  try {
    const change = ++changes
    const faults = await api.patch<Faults>('faults', { [name]: wanted })
    // an answer to an earlier change would put back what was switched since
    if (change === changes) show(faults)
  } catch (error) {
    byId('faults-state').textContent = (error as Error).message
  }
})

byId('reset').addEventListener('click', async () => show(await api.remove<Faults>('faults')))

// a request somewhere is what changes sessions and users, so it is also when to look again
let pending = false
function refreshSoon(): void {
  if (pending) return
  pending = true
  setTimeout(async () => {
    pending = false
    await refreshTables()
  }, 300)
}

api.stream().addEventListener('message', ({ data }) => {
  const entry = JSON.parse(data) as RequestLine
  // this page's own calls would fill the list, and each look would cause the next
  if (entry.path.startsWith('/control/')) return
  addRequest(entry)
  refreshSoon()
})

followFilter()
followNewUser(refreshTables)
followNewClient(refreshTables)

byId('reset-everything').addEventListener('click', async () => {
  if (!confirm('Reset everything? What you have made or changed is gone then.')) return
  await api.remove('everything')
  // the switches are shown again as well
  location.reload()
})

const known = await api.get<RequestLine[]>('requests')
for (const entry of known) if (!entry.path.startsWith('/control/')) addRequest(entry)
show(await api.get<Faults>('faults'))
await refreshTables()
