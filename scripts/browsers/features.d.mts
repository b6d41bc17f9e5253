export function usedFeatures(files: string[]): { used: Map<string, string[]>; unknown: Map<string, string[]> }
