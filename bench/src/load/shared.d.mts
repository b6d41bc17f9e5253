type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem'>

export interface Shared {
  readonly items: Record<string, string>
  /** `held`: the names of the locks that are held. */
  readonly locks: Pick<LockManager, 'request'> & { readonly held: ReadonlySet<string> }
  readonly channels: ReadonlySet<{ readonly name: string }>
  readonly Channel: new (name: string) => { postMessage(message: unknown): void }
  storageOf(tellOthers: (key: string) => void): Storage
}

export function createShared(options: { deliver(arrive: () => void): void }): Shared
