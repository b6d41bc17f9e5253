/**
 * Where the panel is on the page: an element `<portico-devtools>` with a shadow root of its own, above all that the page shows.
 */
import type { BrowserWindow } from '../../core/options.ts'
import { make } from './dom.ts'
import { STYLES } from './styles.ts'

const ELEMENT = 'portico-devtools'

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

/** The modal dialog of the page. While it is open, nothing else on the page can be used. */
function modalDialog({ document, CSS }: BrowserWindow): Element | undefined {
  const open = [...document.querySelectorAll('dialog[open]')]
  return open.filter((dialog) => CSS.supports('selector(:modal)') && dialog.matches(':modal')).at(-1)
}

/** Where a panel is. */
export interface Place {
  /** Whether the page shows a modal dialog, which Escape is for. */
  hasModal(): boolean
  /** Takes the panel off the page. */
  leave(): void
}

/** Puts a panel on the page. It goes into a modal dialog of the page, and comes out when that is closed. */
export function placeOnPage(window: BrowserWindow, panel: HTMLElement): Place {
  const { document, customElements, HTMLElement, MutationObserver } = window
  if (!customElements.get(ELEMENT)) customElements.define(ELEMENT, class extends HTMLElement {})
  const host = document.createElement(ELEMENT)
  const root = host.attachShadow({ mode: 'open' })
  addStyles(root, window)
  root.append(panel)

  const place = () => {
    const home = modalDialog(window) ?? document.body
    if (host.parentNode === home) return
    home.append(host)
    // Above a dialog, where the browser can.
    panel.showPopover?.()
  }
  place()
  const watcher = new MutationObserver(place)
  watcher.observe(document.documentElement, { attributeFilter: ['open'], subtree: true })
  return {
    hasModal: () => !!modalDialog(window),
    leave() {
      watcher.disconnect()
      host.remove()
    },
  }
}
