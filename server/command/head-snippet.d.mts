import type { Environment } from '../core/options.ts'

export const NAMES: readonly string[]
export class ValueError extends Error {}
export interface ClientValues {
  clientId?: string | undefined
  sessionDomain?: string | undefined
  redirectUri?: string | undefined
  env?: string | Environment | undefined
}
export function headScript(values: ClientValues): string
export function elementOf(script: string): string
export function sourceOf(script: string): Promise<string>
