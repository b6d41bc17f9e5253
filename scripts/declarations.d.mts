/** @returns the declarations of one source file, whose exports must have explicit types */
export declare function declarationsOf(file: string): string
