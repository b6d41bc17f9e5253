/**
 * Runs in the page that the popup of a login ends on: wakes the page that opened it, and closes. The build makes text of it, and
 * `../relay.ts` puts that into a script element. So it imports nothing, and is given whatever it needs to know.
 */

/**
 * Wakes the page that waits.
 *
 * @param prefix what the name of the channel, and each message, begins with
 */
export default (prefix: string): void => {
  const { client, origin = location.origin, next } = (document.currentScript as HTMLScriptElement).dataset
  const channel = prefix + client
  // The same message goes two ways. By the number the page that waits hears it once.
  const message = `${channel} ${Math.random()}`
  try {
    new BroadcastChannel(channel).postMessage(message)
  } catch {
    // This browser has no channels, or denies them.
  }
  opener?.postMessage(message, origin)
  close()
  // Still here: this window is no popup.
  if (next) setTimeout(() => location.replace(next), 500)
}
