/**
 * The panel: an element `<portico-devtools>` with a shadow root of its own. It is loaded when it is opened.
 */
import { VERSION } from '../../core/names.ts'
import type { BrowserWindow } from '../../core/options.ts'
import type { Finding } from '../catalogue.ts'
import { diagnoseObservation } from '../diagnose.ts'
import type { Observation } from '../recording/observation.ts'
import { shownReason } from '../shown/redact.ts'
import { actionsOf, type MakeState } from './actions.ts'
import { make } from './dom.ts'
import { STYLES } from './styles.ts'
import { findingsView, pluginsView, sessionView, summaryOf, timelineView } from './views.ts'

const ELEMENT = 'portico-devtools'

const TABS = ['Findings', 'Timeline', 'Session', 'Plugins'] as const
type Tab = (typeof TABS)[number]

const closers: WeakMap<BrowserWindow, () => void> = new WeakMap()

const canAdoptSheets = (root: ShadowRoot): boolean => 'adoptedStyleSheets' in root

/** Adds the style sheet. No policy of the page blocks a constructed one, but older browsers do not have it. */
function addStyles(root: ShadowRoot, { document, CSSStyleSheet }: BrowserWindow): void {
  if (!canAdoptSheets(root)) {
    root.append(make(document, 'style', {}, STYLES))
    return
  }
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(STYLES)
  root.adoptedStyleSheets = [sheet]
}

/** Makes the element and its shadow root. */
function rootOf(window: BrowserWindow): [HTMLElement, ShadowRoot] {
  const { document, customElements, HTMLElement } = window
  if (!customElements.get(ELEMENT)) customElements.define(ELEMENT, class extends HTMLElement {})
  const host = document.createElement(ELEMENT)
  const root = host.attachShadow({ mode: 'open' })
  addStyles(root, window)
  return [host, root]
}

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
  const [host, root] = rootOf(window)
  let findings: readonly Finding[] | undefined
  let shown: Tab = 'Findings'

  const state = make(document, 'p', { class: 'state', role: 'status' })
  const view = make(document, 'div', { role: 'tabpanel', id: 'view', tabindex: '0' })
  const tabs = TABS.map((name) =>
    make(
      document,
      'button',
      { type: 'button', role: 'tab', 'aria-controls': 'view', id: name, onclick: () => show(name) },
      name,
    ),
  )

  const draw = () => {
    const views: Record<Tab, () => HTMLElement> = {
      Findings: () => findingsView(document, findings),
      Timeline: () => timelineView(document, observation),
      Session: () => sessionView(document, observation),
      Plugins: () => pluginsView(document, observation),
    }
    view.replaceChildren(views[shown]())
  }
  const show = (tab: Tab) => {
    shown = tab
    for (const button of tabs) {
      const isShown = button.id === tab
      button.setAttribute('aria-selected', `${isShown}`)
      button.tabIndex = isShown ? 0 : -1
    }
    view.setAttribute('aria-labelledby', tab)
    draw()
  }
  const diagnose = async () => {
    findings = undefined
    draw()
    try {
      findings = await diagnoseObservation(observation)
    } catch (error) {
      // An empty list would say that nothing is wrong.
      state.textContent = `The diagnosis failed: ${shownReason(Object(error).reason)}.`
      return
    }
    tabs[0]?.replaceChildren(findings.length > 0 ? `Findings (${findings.length})` : 'Findings')
    // For readers of screens. What an action says stays until the next one.
    state.textContent ||= `Found: ${summaryOf(findings)}.`
    if (shown === 'Findings') draw()
  }
  const moveTo = ({ key }: KeyboardEvent) => {
    const steps: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 }
    const step = steps[key]
    if (!step) return
    const next = TABS[(TABS.indexOf(shown) + step + TABS.length) % TABS.length] as Tab
    show(next)
    root.getElementById(next)?.focus()
  }

  let isClosed = false
  const close = () => {
    // The identity may be disposed later, while the panel of another one is open.
    if (isClosed) return
    isClosed = true
    stop()
    host.remove()
    closers.delete(window)
    if (before instanceof window.HTMLElement) before.focus()
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
          // A finding about the session or a pause may no longer apply.
          if (name === 'ask' || name === 'clear') await diagnose()
        },
      },
      label,
    ),
  )
  const heading = make(
    document,
    'h2',
    { id: 'title', tabindex: '-1' },
    'Portico ',
    make(document, 'small', {}, VERSION),
  )
  root.append(
    make(
      document,
      'section',
      {
        class: 'panel',
        'aria-labelledby': 'title',
        onkeydown: ({ key }: KeyboardEvent) => key === 'Escape' && close(),
      },
      make(
        document,
        'header',
        {},
        heading,
        make(document, 'button', { type: 'button', 'data-action': 'close', onclick: () => close() }, 'Close'),
      ),
      make(document, 'div', { class: 'actions' }, ...buttons),
      state,
      make(document, 'div', { role: 'tablist', 'aria-label': 'What is known', onkeydown: moveTo }, ...tabs),
      view,
    ),
  )

  let isDrawing = false
  const stop = observation.recorder.listen(() => {
    if (isDrawing) return
    isDrawing = true
    // Draw once for all changes of one task.
    window.setTimeout(() => {
      isDrawing = false
      if (shown !== 'Findings') draw()
    })
  })
  closers.set(window, close)
  show(shown)
  document.body.append(host)
  heading.focus()
  void diagnose()
  return close
}
