/** Texts that are shown at another place than where they stand. */
import { dirname, join, relative } from 'node:path/posix'

/** Links and pictures of a text that stood in another file, so that they lead where they led. */
export const rebased = (markdown, from, to) => {
  const moved = (link) => {
    const [path, anchor] = link.split('#')
    return `${relative(dirname(to), join(dirname(from), path))}${anchor ? `#${anchor}` : ''}`
  }
  return markdown
    .replaceAll(/\]\((?!https?:|#)([^)]+)\)/g, (_, link) => `](${moved(link)})`)
    .replaceAll(/\b(src|srcset)="(?!https?:)([^"]+)"/g, (_, name, link) => `${name}="${moved(link)}"`)
}
