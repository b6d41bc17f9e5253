/**
 * A page translator as browsers have it: it puts two elements into the place of each text, and translates what the page writes later. Here
 * its language is that of capital letters. The function is whole, so that a test may run it in a real page.
 */

/** What a test knows of a translator. */
export interface Translator {
  /** How many texts it has translated. */
  count: number
  /** Whether it has given up: page and translator would go on for ever. */
  hasGivenUp: boolean
}

/** Translates a page from now on. */
export function translate(window: Window & typeof globalThis): Translator {
  const { document, MutationObserver, NodeFilter } = window
  const translator: Translator = { count: 0, hasGivenUp: false }
  const textsOf = (root: Node) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const texts: Text[] = []
    while (walker.nextNode()) texts.push(walker.currentNode as Text)
    return texts.filter((text) => text.data.trim() && !text.parentElement?.closest('font, script, style'))
  }
  const translateAll = () => {
    for (const text of textsOf(document.body)) {
      if (++translator.count > 100) {
        translator.hasGivenUp = true
        observer.disconnect()
        return
      }
      const [outer, inner] = [document.createElement('font'), document.createElement('font')]
      inner.textContent = text.data.toUpperCase()
      outer.append(inner)
      text.replaceWith(outer)
    }
  }
  const observer = new MutationObserver(translateAll)
  observer.observe(document.body, { childList: true, characterData: true, subtree: true })
  translateAll()
  return translator
}
