export interface Link {
  text: string
  link: string
}

export const SIDEBAR: { text: string; items: Link[] }[]
export const TAKEN: Record<string, string>
export const WRITTEN: string[]
export function fileOf(link: string): string
export const PAGES: string[]
