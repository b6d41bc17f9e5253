/** A program of the folder `programs` as the text of a function expression: see scripts/build/programs.mjs. */
declare module '*?program' {
  const text: string
  export default text
}
