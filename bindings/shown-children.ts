/**
 * Shows some children of an element, and hides the others. A hidden child has no box, whatever the page's rules say of `display`: its own
 * important declaration beats them, and a strict policy lets a script make one. Focus that goes away goes to what takes its place.
 */
import type { BrowserWindow } from '../core/options.ts'

/** The declarations of `display` that hidden children had before, with their priority. */
const before: WeakMap<HTMLElement, readonly [value: string, priority: string]> = new WeakMap()

const displayOf = ({ style }: HTMLElement) =>
  [style.getPropertyValue('display'), style.getPropertyPriority('display')] as const

/** Whether it is hidden by its own important declaration. */
function isTakenAway(child: HTMLElement): boolean {
  const [value, priority] = displayOf(child)
  return value === 'none' && priority === 'important'
}

function hide(child: HTMLElement): void {
  child.hidden = true
  if (isTakenAway(child)) return
  before.set(child, displayOf(child))
  child.style.setProperty('display', 'none', 'important')
}

function show(child: HTMLElement): void {
  child.hidden = false
  const display = before.get(child)
  // Somebody else may have written another one meanwhile.
  if (!display || !isTakenAway(child)) return
  before.delete(child)
  child.style.setProperty('display', ...display)
  if (!child.style.length) child.removeAttribute('style')
}

/** A developer knows of these children already. */
const told: WeakSet<HTMLElement> = new WeakSet()

/** Tells a developer of a child that the page shows although it is hidden: until the script came, or since somebody has changed its style. */
function tellOfBox(window: BrowserWindow, child: HTMLElement): void {
  if (!child.hidden || isTakenAway(child) || told.has(child) || !child.offsetHeight) return
  told.add(child)
  window.console.warn(
    'portico: a hidden child of <portico-session> is seen, since a style of the page sets its display. Add [hidden] { display: none !important } to the styles',
    child,
  )
}

/** Shows the children that `isShown` picks, and hides the others. */
export function showChildren(
  window: BrowserWindow,
  children: readonly HTMLElement[],
  isShown: (child: HTMLElement) => boolean,
): void {
  for (const child of children) {
    if (__DEV__) tellOfBox(window, child)
    if (isShown(child)) show(child)
    else hide(child)
  }
}

/** What has the focus, in the document or the shadow tree that an element is in. */
export const focusedIn = (element: HTMLElement): Element | null => {
  const root = element.getRootNode() as Document | ShadowRoot
  return element.contains(root.activeElement) ? root.activeElement : null
}

/**
 * Gives the focus to what has taken the place of something that had it, so that the keyboard and a screen reader go on there.
 *
 * @param child is shown now. Where it is a template, its copy behind it takes the focus
 */
export function focusOn(child: HTMLElement | undefined): void {
  const place = child?.localName === 'template' ? (child.nextElementSibling as HTMLElement | null) : child
  if (!place || place.matches('template, [hidden]')) return
  // It takes the focus by script alone, and not for longer than it has it.
  if (place.tabIndex < 0 && !place.hasAttribute('tabindex')) {
    place.tabIndex = -1
    place.addEventListener('blur', () => place.removeAttribute('tabindex'), { once: true })
  }
  place.focus({ preventScroll: true })
}
