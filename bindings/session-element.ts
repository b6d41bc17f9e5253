/**
 * `<portico-session>` shows that of its children which is for what is known of the reader, and fills in fields of the session.
 * What the server has rendered stays until somebody knows better.
 */
import type { BrowserWindow } from '../core/options.ts'
import type { Snapshot } from '../plugins/reporting/snapshot.ts'
import { awaitIdentity, type ElementIdentity, findIdentity, type WithIdentity } from './find-identity.ts'
import { currentSnapshot, follow } from './store.ts'

/** `<portico-session>`. Its attribute `status` is what is known. */
export interface SessionElement extends WithIdentity {}

/** Which child stands in where there is none for a status. */
const STAND_INS: Partial<Record<Snapshot['status'], Snapshot['status']>> = {
  loading: 'unknown',
  notConnected: 'loggedOut',
  unavailable: 'loggedOut',
}

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
    #given: ElementIdentity | undefined
    #stop = () => {}
    /** What stands behind a template while it is shown. */
    readonly #copies = new Map<Element, ChildNode[]>()

    get identity(): ElementIdentity | undefined {
      return this.#given
    }

    set identity(identity) {
      this.#given = identity
      if (this.isConnected) this.#start()
    }

    connectedCallback(): void {
      // Set before the element was defined: it hides the accessor.
      if (Object.hasOwn(this, 'identity')) {
        this.#given = Reflect.get(this, 'identity')
        Reflect.deleteProperty(this, 'identity')
      }
      this.#start()
    }

    disconnectedCallback(): void {
      this.#stop()
    }

    #start(): void {
      this.#stop()
      const identity = findIdentity(window, this)
      if (!identity) {
        this.#stop = awaitIdentity(window, this, (found) => {
          this.identity = found
        })
        return
      }
      const isRendered = this.hasAttribute('status')
      let isDecided = false
      const show = () => {
        const { status, session } = currentSnapshot(identity, undefined)
        isDecided ||= status !== 'unknown' && status !== 'loading'
        if (isDecided || !isRendered) this.#show(status, session)
      }
      const stop = follow(identity, show)
      // Children may come later: the browser is still reading the page, or a framework puts them in.
      const observer = new window.MutationObserver(show)
      observer.observe(this, { childList: true, subtree: true })
      this.#stop = () => {
        observer.disconnect()
        stop()
      }
      show()
    }

    #show(status: Snapshot['status'], session: Snapshot['session']): void {
      if (this.getAttribute('status') !== status) this.setAttribute('status', status)
      const children = [...this.querySelectorAll<HTMLElement>(':scope > [data-when]')]
      const isFor = (child: HTMLElement, name = '') => `${child.dataset.when}`.split(/\s+/).includes(name)
      const shown = children.some((child) => isFor(child, status)) ? status : STAND_INS[status]
      for (const child of children) {
        if (child.localName === 'template') this.#copy(child as HTMLTemplateElement, isFor(child, shown))
        else child.hidden = !isFor(child, shown)
      }
      for (const field of this.querySelectorAll<HTMLElement>('[data-field]')) {
        const text = textOf(field, session)
        if (field.textContent !== text) field.textContent = text
      }
    }

    /** Puts what a template holds behind it, or takes it away. */
    #copy(template: HTMLTemplateElement, isShown: boolean): void {
      const copies = this.#copies.get(template)
      if (isShown && !copies) {
        const content = window.document.importNode(template.content, true)
        this.#copies.set(template, [...content.childNodes])
        template.after(content)
      }
      if (!isShown && copies) {
        for (const copy of copies) copy.remove()
        this.#copies.delete(template)
      }
    }
  }
}
