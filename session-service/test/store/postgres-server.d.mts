/** Whether this machine has one. */
export const hasPostgres: boolean

/** A server that can go and come back, with its data. */
export interface PostgresServer {
  readonly url: string
  start(): Promise<void>
  /** @default 'SIGINT', by which it ends in order at once */
  stop(signal?: NodeJS.Signals): Promise<void>
  /** Makes a standby the primary. */
  promote(): void
  /** Stops it for good, and removes its data. */
  close(): Promise<void>
}

export interface PostgresServerOptions {
  /** Of its configuration. */
  settings?: Record<string, string | number>
  /** The address of a primary that this one follows. */
  primary?: string
  /** A command before that of the server, such as one that limits it. */
  launcher?: string[]
}

/** Starts a server whose data is new. */
export function startPostgres(options?: PostgresServerOptions): Promise<PostgresServer>
