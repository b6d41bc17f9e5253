import type { CompilerOptions } from 'typescript'

export const COMPILER_OPTIONS: CompilerOptions
export const AMBIENT: string
