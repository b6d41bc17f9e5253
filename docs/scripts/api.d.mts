export function sinceOf(name: string, since?: Record<string, string>): string
