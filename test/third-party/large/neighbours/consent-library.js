/**
 * A consent library beside the existing client, as far as it is known how such a one finds the page's identity: it takes
 * `window.schIdentity`, or waits ten seconds for the event `schIdentity:ready` on the window, whose `detail.instance` it takes. Then
 * it logs readers in by `login({ state })`, with a state of its own making.
 */
const PATIENCE_MS = 10_000

/** The identity of the page, which may come before or after this library. */
export function findIdentity() {
  if (window.schIdentity) return Promise.resolve(window.schIdentity)
  return new Promise((resolve, reject) => {
    const impatience = setTimeout(() => reject(new Error('No identity has come.')), PATIENCE_MS)
    const take = ({ detail }) => {
      clearTimeout(impatience)
      resolve(detail.instance)
    }
    window.addEventListener('schIdentity:ready', take, { once: true })
  })
}

/** Twenty letters in quotation marks, in base 64: it ends in `=`. */
export function makeState() {
  const letters = [...crypto.getRandomValues(new Uint8Array(20))].map((byte) =>
    (10 + (byte % 26)).toString(36),
  )
  return btoa(JSON.stringify(letters.join('')))
}

export async function logIn() {
  const identity = await findIdentity()
  identity.login({ state: makeState() })
}
