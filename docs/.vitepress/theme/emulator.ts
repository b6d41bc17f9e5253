/** The emulator, as `npm start` runs it, on the machine of whoever reads this page. */
export const ACCOUNT_URL = 'http://account.localhost:8800'
export const SESSION_DOMAIN = 'http://id.site.localhost:8800'

/** Whether the site is served on the reader's own machine. From anywhere else, nobody there is asked. */
export const isOnThisMachine = ({ hostname }: Location): boolean =>
  /^(localhost|127\.0\.0\.1|\[::1\])$|\.localhost$/.test(hostname)

/** Whether the server at that port is the emulator. */
export async function isEmulatorRunning(): Promise<boolean> {
  try {
    const response = await fetch(`${ACCOUNT_URL}/.well-known/openid-configuration`)
    return (await response.json()).issuer === ACCOUNT_URL
  } catch {
    return false
  }
}
