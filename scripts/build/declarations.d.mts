/** @returns the declarations of one source file, whose exports must have explicit types */
export declare function declarationsOf(file: string): string

/** Writes the declarations of a source file in `src` of a workspace, and of those that they import, into its `dist/types`. */
export declare function writeDeclarations(folder: string, source: string): void
