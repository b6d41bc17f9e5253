/** An entry of package-lock.json. */
export interface LockEntry {
  version?: string
  integrity?: string
  link?: boolean
  dev?: boolean
  optional?: boolean
  os?: string[]
  cpu?: string[]
  libc?: string[]
  optionalDependencies?: Record<string, string>
}

export interface Lock {
  packages: Record<string, LockEntry>
}

export interface Platform {
  os?: string[]
  cpu?: string[]
  libc?: string[]
}

export interface Machine {
  platform: string
  arch: string
  libc?: string
}

export function missingVariants(
  lock: Lock,
): { path: string; name: string; range: string; dev: boolean | undefined }[]
export function platformOf(name: string): Platform | undefined
export function machine(): Machine
export function isFor(entry: Platform, on: Machine): boolean
export function placesOf(owner: string, name: string): Generator<string>
export function isInstalled(lock: Lock, installed: Lock, on?: Machine): boolean
