export const QUESTIONS: { question: string; words: string; answer: string }[]
