import { resolve } from 'node:path'

// What this site shares with others stands beside it.
const root = resolve(import.meta.dirname, '..')

export default { turbopack: { root }, outputFileTracingRoot: root, poweredByHeader: false }
