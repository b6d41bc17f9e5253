/** A program and its arguments. */
export type Command = [command: string, ...args: string[]]

export interface Options {
  /** @default the repository */
  cwd?: string
  env?: Record<string, string | undefined>
  quiet?: boolean
  heard?: boolean
  uid?: number
  gid?: number
}

export const ROOT: string
export function execute(
  command: Command,
  options?: Options,
): Promise<{ status: number | null; output: string }>
export function run(command: Command, options?: Options): Promise<void>
export function endWithNpm(): void
export function npm(...args: string[]): Command
export function tool(file: string, ...args: string[]): Command
