export interface Floor {
  browser: string
  version: string
  because: string[]
}
export const OPTIONAL: Record<string, string[]>
export function versionOf(feature: string, browser: string): string
export function floorOf(features: string[]): Floor[]
export function tableOf(floor: Floor[]): string
export function shippedFeatures(): { used: Map<string, string[]>; unknown: Map<string, string[]> }
