export const LIBRARY: readonly string[]
export function trees(folders: readonly string[], root?: string): string
export function changedSince(text: string, root?: string): string[] | undefined
export function isOld(file: string, chapter?: string): boolean
export function reports(): { file: string; command: string }[]
export function oldReports(): { file: string; command: string; why: string }[]
