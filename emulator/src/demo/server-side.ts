// What the site's server knows about this visitor by itself.

export interface ServerSide {
  readonly amr: readonly string[]
  readonly spId: { readonly seen: boolean; readonly valid?: boolean }
}

/** Asks the server; nothing is known when it does not answer. */
export async function whatTheServerKnows(): Promise<ServerSide> {
  try {
    return (await (await fetch('/server-side')).json()) as ServerSide
  } catch {
    return { amr: [], spId: { seen: false } }
  }
}
