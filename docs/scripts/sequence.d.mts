export interface Step {
  at?: number
  from?: number
  to?: number
  isAnswer?: boolean
  text: string
}

export function parseSequence(source: string): { title: string; actors: string[]; steps: Step[] }
export function sequence(source: string): string
