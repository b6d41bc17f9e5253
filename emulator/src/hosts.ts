// The host names that the emulator answers to, and the absolute URLs that follow from them and where it listens.
// Browsers resolve every name under `localhost` to this machine; Node does not (see http/loopback-fetch.ts).

/** Host of the account service: OpenID provider, global session service, widget, account pages. */
export const ACCOUNT_HOST = 'account.localhost'

/** SDRN namespace of everything the emulator issues. */
export const SDRN_NAMESPACE = 'localhost'

/** Where an emulator listens: part of every URL. */
export interface Address {
  readonly port: number
  /** Whether it speaks HTTPS. @default false */
  readonly secure?: boolean
}

/** The origin of one of the emulator's hosts, without a trailing slash. */
export function originOf(host: string, { port, secure = false }: Address): string {
  // URL drops the port where it is the default one, exactly as a browser's Origin header does
  return new URL(`${secure ? 'https' : 'http'}://${host}:${port}`).origin
}
