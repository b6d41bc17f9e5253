/**
 * The panel: what it shows, and what its buttons do. It is loaded when it is opened.
 */
import { VERSION } from '../../core/names.ts'
import type { BrowserWindow } from '../../core/options.ts'
import type { Finding } from '../catalogue.ts'
import { diagnoseObservation } from '../diagnose.ts'
import type { Observation } from '../recording/observation.ts'
import { shownReason } from '../shown/redact.ts'
import { actionsOf, type MakeState } from './actions.ts'
import { make } from './dom.ts'
import { placeOnPage } from './place.ts'
import { makeTabs } from './tabs.ts'
import { findingsView, pluginsView, sessionView, summaryOf, timelineView } from './views.ts'

const TABS = ['Findings', 'Timeline', 'Session', 'Plugins'] as const
type Tab = (typeof TABS)[number]

const closers: WeakMap<BrowserWindow, () => void> = new WeakMap()

/**
 * Opens the panel of an identity. A panel that is open is closed first.
 *
 * @returns a function that closes it
 */
export function openPanel(observation: Observation, makeState: MakeState): () => void {
  const { window } = observation.kernel
  const { document } = window
  closers.get(window)?.()
  const before = document.activeElement
  let findings: readonly Finding[] | undefined

  const state = make(document, 'p', { class: 'state', role: 'status' })
  const view = make(document, 'div', { role: 'tabpanel', id: 'view', tabindex: '0' })
  const views: Record<Tab, (drawn: Element | null) => HTMLElement> = {
    Findings: () => findingsView(document, findings),
    Timeline: (drawn) => timelineView(document, observation, drawn),
    Session: () => sessionView(document, observation),
    Plugins: () => pluginsView(document, observation),
  }
  // What has not changed stays, and so does what is selected in it.
  const draw = (tab: Tab) => {
    const drawn = view.firstElementChild
    const wanted = views[tab](drawn)
    if (!drawn?.isEqualNode(wanted)) view.replaceChildren(wanted)
  }
  const tabs = makeTabs(document, TABS, view.id, (tab) => {
    view.setAttribute('aria-labelledby', tab)
    draw(tab)
  })
  const diagnose = async () => {
    findings = undefined
    draw(tabs.shown)
    try {
      findings = await diagnoseObservation(observation)
    } catch (error) {
      // An empty list would say that nothing is wrong.
      state.textContent = `The diagnosis failed: ${shownReason(Object(error).reason)}.`
      return
    }
    tabs.rename('Findings', findings.length > 0 ? `Findings (${findings.length})` : 'Findings')
    // For readers of screens. What an action says stays until the next one.
    state.textContent ||= `Found: ${summaryOf(findings)}.`
    draw(tabs.shown)
  }

  let isClosed = false
  const close = () => {
    // The identity may be disposed later, while the panel of another one is open.
    if (isClosed) return
    isClosed = true
    stop()
    place.leave()
    window.removeEventListener('keydown', closeFromOutside)
    closers.delete(window)
    if (before instanceof window.HTMLElement) before.focus()
  }
  const closeFromOutside = ({ key, defaultPrevented }: KeyboardEvent) => {
    if (key === 'Escape' && !defaultPrevented && !place.hasModal()) close()
  }
  const closeFromInside = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    // A dialog that the panel is in would close as well.
    event.preventDefault()
    close()
  }
  const buttons = actionsOf(observation, makeState, () => findings ?? []).map(({ name, label, run }) =>
    make(
      document,
      'button',
      {
        type: 'button',
        'data-action': name,
        async onclick() {
          try {
            state.textContent = await run()
          } catch (error) {
            state.textContent = `That failed: ${shownReason(Object(error).reason)}.`
          }
          // A finding about the session or a backoff may no longer apply.
          if (name === 'ask' || name === 'clear') await diagnose()
        },
      },
      label,
    ),
  )
  const version = make(document, 'small', {}, VERSION)
  const heading = make(document, 'h2', { id: 'title', tabindex: '-1' }, 'Portico ', version)
  const closeButton = make(
    document,
    'button',
    { type: 'button', 'data-action': 'close', onclick: () => close() },
    'Close',
  )
  const panel = make(
    document,
    'section',
    {
      ...{ class: 'panel', 'aria-labelledby': 'title', popover: 'manual' },
      // Whatever the page is written in.
      ...{ lang: 'en', dir: 'ltr', onkeydown: closeFromInside },
    },
    make(document, 'header', {}, heading, closeButton),
    make(document, 'div', { class: 'actions' }, ...buttons),
    state,
    tabs.list,
    view,
  )

  let isDrawing = false
  const stop = observation.recorder.listen(() => {
    if (isDrawing) return
    isDrawing = true
    // Draw once for all changes of one task.
    window.setTimeout(() => {
      isDrawing = false
      draw(tabs.shown)
    })
  })
  closers.set(window, close)
  tabs.show('Findings')
  const place = placeOnPage(window, panel)
  window.addEventListener('keydown', closeFromOutside)
  heading.focus()
  void diagnose()
  return close
}
