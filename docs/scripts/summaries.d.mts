export const SUMMARIES: Record<string, string>
