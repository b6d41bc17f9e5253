export function inFolder<T>(work: (folder: string) => Promise<T>, parent?: string): Promise<T>
export function madeOnce(folder: string, make: (draft: string) => Promise<void>): Promise<string>
