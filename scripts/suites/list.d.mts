/** The long suites, by their names. */
export declare const SUITES: Record<string, { says: string; program: string }>
