/**
 * Runs in the head of a page, before the library is there: begins the session call. The build makes text of it, and
 * `../preload-script.ts` puts that into a script element. So it imports nothing, and is given whatever it needs to know.
 * `plugins/shared/page-head.ts` declares the global for those who read it. The entries are those of `plugins/session/session-cache.ts`
 * and of `plugins/shared/backoff.ts`.
 */

/** Where the plugin `preload` looks. Assigned by its bare name, which makes it a global of the page. */
declare let porticoHead: readonly [
  url: string,
  startedAt: number,
  response: Promise<Response>,
  controller: AbortController,
]

/**
 * Begins the session call, unless the page is hidden, the tab knows a session, or the service is not to be asked for a while.
 *
 * @param address of the session call, but for the tab's number at its end
 * @param prefix of the client's keys in the storage
 * @param tabKey the key of the tab's number there
 */
export default (address: string, prefix: string, tabKey: string): void => {
  try {
    const storage = sessionStorage
    const now = Date.now()
    const read = (name: string) => JSON.parse(storage[prefix + name] ?? null)
    const holds = (name: string) => read(name)?.expiresAt > now
    // In a hidden page, the library may ask another tab.
    if (document.hidden || holds('session') || holds('refused') || read('pause')?.value?.retryAt > now) return
    const tab = +storage[tabKey] || (now % 99_999) + 1
    storage[tabKey] = tab
    const controller = new AbortController()
    const response = fetch(address + tab, {
      credentials: 'include',
      cache: 'no-store',
      signal: controller.signal,
    })
    // Whoever takes it over hears of its failure. Until then nobody does.
    response.catch(() => {})
    porticoHead = [address + tab, now, response, controller]
  } catch {
    // Storage is denied, or holds what somebody else has written. The library asks by itself.
  }
}
