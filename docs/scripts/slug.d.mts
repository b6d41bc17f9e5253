export function slugOf(heading: string): string
