/** A machine, as far as it matters for where its browsers are. */
export interface Machine {
  readonly platform: string
  readonly arch: string
  /** C library, on Linux. */
  readonly libc?: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly home: string
  isFile(path: string): boolean
}

type Kind = 'chromium' | 'firefox'

export function installedBrowser(kind: Kind, on?: Machine, downloaded?: string): string | undefined
export function missing(kind: Kind, on?: Pick<Machine, 'platform' | 'arch'>): string
export function onlyShell(on?: Pick<Machine, 'platform' | 'arch'>): string
export function runsPackaged(on?: Pick<Machine, 'platform' | 'arch' | 'libc'>): boolean
export function findChromium(): Promise<string>
export function findShell(): Promise<string | undefined>
export function findFirefox(): string | undefined
