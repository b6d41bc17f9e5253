/**
 * `<portico-session>` shows that of its children which is for what is known of the reader, and fills in fields of the session.
 * What the server has rendered stays until somebody knows better.
 */
import type { BrowserWindow } from '../core/options.ts'
import type { Snapshot } from '../plugins/reporting/snapshot.ts'
import { awaitIdentity, type ElementIdentity, findIdentity, isStore, type WithIdentity } from './find-identity.ts'
import { focusedIn, focusOn, showChildren } from './shown-children.ts'
import { currentSnapshot, follow, preferLive } from './store.ts'

/** `<portico-session>`. Its attribute `status` is what is known. */
export interface SessionElement extends WithIdentity {}

/** Where no child is for a status, the child for this other status is shown. */
const STAND_INS: Partial<Record<Snapshot['status'], Snapshot['status']>> = {
  loading: 'unknown',
  notConnected: 'loggedOut',
  unavailable: 'loggedOut',
}

// Comments before and behind the copy of a template. What is between them may be others' by then, such as a page translator's.
const START = 'portico-copy'
const END = '/portico-copy'

/** Text in them runs, or applies. Those of SVG have the same names. */
const CODE = 'script, style'

// They are secrets, and what is filled in may end up in a form.
const SECRETS = ['sig', 'sp_id']

/** What stands in a field: text or a number of the session, else what the author wants there. */
function textOf({ dataset }: HTMLElement, session: Snapshot['session']): string {
  const { field = '', otherwise = '' } = dataset
  const isOwn = session && Object.hasOwn(session, field) && !SECRETS.includes(field)
  const value: unknown = isOwn ? Reflect.get(session, field) : undefined
  return value === undefined || typeof value === 'object' || value === '' ? otherwise : `${value}`
}

/** Makes the class. On a server there is nothing that it could extend. */
export function createSessionElement(window: BrowserWindow): new () => SessionElement {
  return class extends window.HTMLElement implements SessionElement {
    static readonly observedAttributes = ['identity']

    #given: WithIdentity['identity']
    /** The identity that was announced while another client had its global. */
    #announced: ElementIdentity | undefined
    /** Whether what is shown is still the server's. Later the attribute is the element's own. */
    #isRendered: boolean | undefined
    /** Undefined while the element is not on the page. */
    #stop: (() => void) | undefined
    /** What was written into each field. It is not read back: a page translator puts its own words there, again and again. */
    readonly #written = new WeakMap<Element, string>()

    get identity(): WithIdentity['identity'] {
      return this.#given
    }

    set identity(identity) {
      this.#given = identity
      this.attributeChangedCallback()
    }

    attributeChangedCallback(): void {
      this.#announced = undefined
      if (this.#stop) this.#start()
    }

    connectedCallback(): void {
      // Set before the element was defined, it hides the accessor.
      this.#given = this.identity
      Reflect.deleteProperty(this, 'identity')
      this.#isRendered ??= !['unknown', 'loading', null].includes(this.getAttribute('status'))
      this.#start()
    }

    disconnectedCallback(): void {
      this.#stop?.()
      this.#stop = undefined
    }

    #start(): void {
      this.#stop?.()
      const found = findIdentity(window, this)
      const identity = isStore(found) ? found : this.#announced
      // Also while there is one: a page that is reloaded in parts disposes it, and makes another.
      const stopWaiting = awaitIdentity(window, this, (announced) => {
        this.#announced = announced
        this.#start()
      })
      const show = () => {
        if (!identity || (this.#isRendered && !preferLive(identity))) return
        this.#isRendered = false
        const { status, session } = currentSnapshot(identity, undefined)
        this.#show(status, session)
      }
      const stop = follow(identity, show, window)
      // Children may come later: the browser is still reading the page, or a framework puts them in.
      const observer = new window.MutationObserver(show)
      observer.observe(this, { childList: true, subtree: true })
      this.#stop = () => {
        stopWaiting()
        observer.disconnect()
        stop()
      }
      show()
    }

    #show(status: Snapshot['status'], session: Snapshot['session']): void {
      if (this.getAttribute('status') !== status) this.setAttribute('status', status)
      const children = [...this.querySelectorAll<HTMLElement>(':scope > [data-when]')]
      const isFor = (child: HTMLElement, name: string | undefined) => child.matches(`[data-when~=${name}]`)
      const name = children.some((child) => isFor(child, status)) ? status : STAND_INS[status]
      const focused = focusedIn(this)
      showChildren(window, children, (child) => isFor(child, name))
      const shown = children.filter(({ hidden }) => !hidden)
      this.#copy(shown.filter(({ localName }) => localName === 'template') as HTMLTemplateElement[])
      // An element within may have another identity.
      for (const field of this.querySelectorAll<HTMLElement>('[data-field]'))
        if (field.closest(this.localName) === this) this.#fill(field, textOf(field, session))
      // It has gone with the child, or with the copy, that it was in.
      if (focused && (!this.contains(focused) || focused.closest('[hidden]'))) focusOn(shown[0])
    }

    #fill(field: HTMLElement, text: string): void {
      const isNew = this.#written.get(field) !== text
      this.#written.set(field, text)
      if (field.matches(CODE)) {
        if (__DEV__ && isNew) window.console.warn(`portico: <${field.localName}> takes no data-field`, field)
        // An empty field is one whose page has rendered it anew.
      } else if ((isNew || !field.hasChildNodes()) && field.textContent !== text) field.textContent = text
    }

    /** Puts what these templates hold behind them, and takes the copies of others away. */
    #copy(templates: HTMLTemplateElement[]): void {
      const { document } = window
      let isOver = false
      for (const node of [...this.childNodes]) {
        if (node.nodeValue === START) isOver = !templates.includes(node.previousSibling as HTMLTemplateElement)
        if (isOver) node.remove()
        if (node.nodeValue === END) isOver = false
      }
      for (const template of templates) {
        if (template.nextSibling?.nodeValue === START) continue
        // A framework puts the children into the template itself.
        const { childNodes } = template.content.hasChildNodes() ? template.content : template
        const copies = [...childNodes].map((node) => document.importNode(node, true))
        template.after(document.createComment(START), ...copies, document.createComment(END))
      }
    }
  }
}
