interface Mutant {
  readonly file: string
  readonly mutatorName: string
}

export interface SurvivorsOfKind {
  readonly file: string
  readonly kind: string
  readonly survivors: Mutant[]
  readonly reasons: Record<string, number>
  readonly excess: number
}

export function compare(
  alive: Mutant[],
  allowed: Record<string, Record<string, Record<string, number>>>,
): SurvivorsOfKind[]
