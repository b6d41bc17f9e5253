// A file of environment variables to which others write, too: as `node --env-file`, Next, Nuxt and Vite read it.

/** One assignment: all before the value, the name, the value. What is in quotes may have several lines. */
const ASSIGNMENT =
  /^([ \t]*(?:export[ \t]+)?([\w.-]+)[ \t]*=[ \t]*)("[^"]*"|'[^']*'|`[^`]*`|[^#\r\n]*?(?=[ \t]*(?:#|$)))/gm

/** The text of such a file, and the names whose lines are others than before. */
export interface EnvChange {
  readonly text: string
  readonly added: readonly string[]
  readonly changed: readonly string[]
}

/** In single quotes nothing is special, for any of those programs. */
const quoted = (value: string): string => (/^[\w.:/-]*$/.test(value) ? value : `'${value}'`)

/**
 * Sets variables, where they stand, or else at the end. Everything else stays: other lines, their order, comments, line ends.
 *
 * @param settings values without single quotes and line ends
 */
export function setInEnvFile(text: string, settings: Readonly<Record<string, string>>): EnvChange {
  const written = Object.entries(settings).map(([name, value]) => [name, quoted(value)] as const)
  const missing = new Map(written)
  const values = new Map(missing)
  const changed = new Set<string>()
  const set = text.replace(ASSIGNMENT, (assignment, start: string, name: string, before: string) => {
    const value = values.get(name)
    if (value === undefined) return assignment
    missing.delete(name)
    if (before !== value) changed.add(name)
    return start + value
  })
  const lineEnd = /\r?\n/.exec(text)?.[0] ?? '\n'
  const added = [...missing].map(([name, value]) => `${name}=${value}${lineEnd}`)
  const gap = added.length > 0 && set !== '' && !set.endsWith('\n') ? lineEnd : ''
  return { text: set + gap + added.join(''), added: [...missing.keys()], changed: [...changed] }
}
