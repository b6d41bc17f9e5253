/** A plugin of rollup and of vite. */
export const programs: {
  name: string
  enforce: 'pre'
  resolveId(id: string, importer?: string): string | null
  load(id: string): string | null
}
