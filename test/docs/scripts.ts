/** The scripts within HTML that the documentation shows. */

/** The inline scripts of a piece of HTML, their tags on lines of their own; all other lines become blank. */
export function scriptsOf(html: string): string {
  let inside = false
  const lines = html.split('\n').map((line) => {
    if (/^\s*<\/?script( type="module")?>$/.test(line)) inside = !line.includes('</')
    else if (inside) return line
    return ''
  })
  return lines.join('\n')
}
