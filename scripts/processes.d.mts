/** A program and its arguments. */
export type Command = [command: string, ...args: string[]]

export const ROOT: string
export function execute(
  command: Command,
  options?: { env?: Record<string, string>; quiet?: boolean },
): Promise<{ status: number | null; output: string }>
export function run(
  command: Command,
  options?: { env?: Record<string, string>; quiet?: boolean },
): Promise<void>
export function endWithNpm(): void
export function npm(...args: string[]): Command
export function tool(file: string, ...args: string[]): Command
