/** The package ships no types. */
declare module '@iabtcf/stub' {
  /** Installs `__tcfapi` as a queue, and a frame that marks its place. */
  export default function stub(): void
}
