/** What the samples use of Jest's globals. */
declare const jest: { mock(module: string): void }
