// Brings the page up to date: fetches it again, and takes over the parts that are others than before. What has not changed is left as
// it is: somebody may be typing there, or going through it by keyboard.

import { focusLabelled } from './editor.ts'

const partsOf = (page: Document): HTMLElement[] => [...page.querySelectorAll<HTMLElement>('.fresh')]
const shown = new Map(partsOf(document).map(({ id, innerHTML }) => [id, innerHTML]))

let looks = 0
let latest = Promise.resolve()

/** Looks again. The promise resolves when the page is up to date, which may be by a later look. */
export function refresh(): Promise<void> {
  latest = look(++looks)
  return latest
}

async function look(own: number): Promise<void> {
  const text = await (await fetch('/control')).text()
  // an answer to an earlier look would put back what has changed since
  if (own !== looks) return latest
  for (const part of partsOf(new DOMParser().parseFromString(text, 'text/html'))) {
    const place = document.getElementById(part.id)
    if (place === null || shown.get(part.id) === part.innerHTML) continue
    shown.set(part.id, part.innerHTML)
    const focused = place.contains(document.activeElement) && document.activeElement?.ariaLabel
    const chosen = place instanceof HTMLSelectElement && place.value
    place.replaceChildren(...part.childNodes)
    if (focused) focusLabelled(focused)
    const stillThere = [...place.children].find((child) => (child as HTMLOptionElement).value === chosen)
    if (place instanceof HTMLSelectElement && stillThere) place.value = chosen as string
  }
  showBanner()
}

/** The line on faults that the page was served with, if it was: switches are moved since. */
function showBanner(): void {
  const on = document.getElementById('faults-on')?.textContent ?? ''
  const banner = document.querySelector<HTMLElement>('[data-testid=fault-banner]')
  if (banner === null) return
  banner.hidden = on === ''
  for (const named of banner.querySelectorAll('code')) named.textContent = on
}
