interface Mutant {
  source: string
  status: string
}

export function codeOf(files: string[], tests: string): string
export class Measured {
  constructor(path: string)
  isOf(file: string, code: string): boolean
  isWhole(file: string, code: string): boolean
  mutantsOf(file: string): Mutant[]
  textOf(file: string): string | undefined
  set(file: string, measured: { of: string; isWhole: boolean; mutants: Mutant[] }): void
  write(): void
}
