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

/**
 * Sets variables, where they stand, or else at the end. Everything else stays: other lines, their order, comments, line ends.
 *
 * @param settings values that need no quotes
 */
export function setInEnvFile(text: string, settings: Readonly<Record<string, string>>): EnvChange {
  const missing = new Map(Object.entries(settings))
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
