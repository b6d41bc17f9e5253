// Which client a request is for. The namespace of the SDRN is not looked at: a client that is given the emulator by URL alone does not
// know it.

/** The client id in `sdrn:<namespace>:client:<clientId>`. */
export function clientIdOf(clientSdrn: string | undefined): string | undefined {
  return /^sdrn:[^:]*:client:(.+)$/.exec(clientSdrn ?? '')?.[1]
}
