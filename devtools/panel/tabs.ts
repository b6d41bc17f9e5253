/**
 * The tabs of the panel, as a keyboard expects them: arrows go on to the next one, Home and End to the first and the last.
 */
import { make } from './dom.ts'

/** A list of tabs. */
export interface Tabs<Name extends string> {
  readonly list: HTMLElement
  /** The tab that is shown. */
  readonly shown: Name
  show(name: Name): void
  rename(name: Name, text: string): void
}

/**
 * Makes a list of tabs. It shows none of them yet.
 *
 * @param view the id of what they show
 */
export function makeTabs<const Name extends string>(
  document: Document,
  names: readonly [Name, ...Name[]],
  view: string,
  onShow: (name: Name) => void,
): Tabs<Name> {
  let [shown] = names
  const buttons = new Map(
    names.map((name) => [
      name,
      make(
        document,
        'button',
        { type: 'button', role: 'tab', 'aria-controls': view, id: name, onclick: () => show(name) },
        name,
      ),
    ]),
  )
  const show = (name: Name) => {
    shown = name
    for (const [of, button] of buttons) {
      button.setAttribute('aria-selected', `${of === name}`)
      button.tabIndex = of === name ? 0 : -1
    }
    onShow(name)
  }
  const onkeydown = (event: KeyboardEvent) => {
    const [last, at] = [names.length - 1, names.indexOf(shown)]
    const places: Record<string, number> = {
      ...{ ArrowRight: at < last ? at + 1 : 0, ArrowLeft: at > 0 ? at - 1 : last },
      ...{ Home: 0, End: last },
    }
    const next = names[places[event.key] ?? -1]
    if (!next) return
    // Or the view would scroll.
    event.preventDefault()
    show(next)
    buttons.get(next)?.focus()
  }
  return {
    list: make(document, 'div', { role: 'tablist', 'aria-label': 'What is known', onkeydown }, ...buttons.values()),
    get shown() {
      return shown
    },
    show,
    rename: (name, text) => buttons.get(name)?.replaceChildren(text),
  }
}
