/** Curves of a scene as SVG, for a light and for a dark page. */
import { SECONDS_AFTER, SECONDS_BEFORE } from './scenes.mjs'

/** The grey one is of the existing client. */
const THEMES = {
  light: {
    ground: '#fff',
    text: '#1f2328',
    faint: '#d0d7de',
    shade: '#f2e6d8',
    lines: '8a8f98 1d4ed8 c2410c 0f766e',
  },
  dark: {
    ground: '#0d1117',
    text: '#e6edf3',
    faint: '#30363d',
    shade: '#2b2418',
    lines: '9ba3ae 60a5fa fb923c 2dd4bf',
  },
}
export const themes = Object.keys(THEMES)

const [WIDTH, PANEL, LEFT, RIGHT, HEAD, GAP] = [760, 190, 64, 730, 76, 44]

const quoted = (words) => words.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
const text = (x, y, words, anchor = 'start') =>
  `<text x="${x}" y="${y}" text-anchor="${anchor}">${quoted(words)}</text>`
const line = (x1, y1, x2, y2, colour, width = 1) =>
  `<line x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}" stroke="${colour}" stroke-width="${width}"/>`

/** A round number at or above a value, for the end of an axis. */
function roundUp(value) {
  const power = 10 ** Math.floor(Math.log10(value || 1))
  return [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10].map((factor) => factor * power).find((round) => round >= value)
}

/**
 * @param {object} picture `title`; `names` of the curves; `trouble`, its seconds; `panels`, each with `title`, `curves`, `format`, and
 * `most`, the end of its axis, if not by the highest value
 * @param {'light' | 'dark'} theme
 */
export function svgOf({ title, names, trouble, panels }, theme) {
  const { ground, text: words, faint, shade, lines } = THEMES[theme]
  const colours = lines.split(' ').map((hex) => `#${hex}`)
  const [from, to] = [-SECONDS_BEFORE, trouble + SECONDS_AFTER]
  const height = HEAD + panels.length * (PANEL + GAP) + 30
  const xOf = (second) => LEFT + ((second - from) / (to - from)) * (RIGHT - LEFT)
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" font-family="system-ui, sans-serif" font-size="12" fill="${words}">`,
    `<title>${quoted(title)}</title><rect width="100%" height="100%" fill="${ground}"/>`,
    text(LEFT, 24, title),
  ]
  for (const [index, name] of names.entries()) {
    const [x, y] = [LEFT + (index % 2) * 300, 40 + Math.floor(index / 2) * 18]
    parts.push(line(x, y, x + 22, y, colours[index], 2), text(x + 28, y + 4, name))
  }
  for (const [row, panel] of panels.entries()) {
    const top = HEAD + row * (PANEL + GAP) + 24
    const most = roundUp(panel.most ?? Math.max(...panel.curves.flat()))
    const yOf = (value) => top + PANEL * (1 - value / most)
    const width = xOf(trouble) - xOf(0)
    parts.push(`<rect x="${xOf(0)}" y="${top}" width="${width}" height="${PANEL}" fill="${shade}"/>`)
    for (const value of [0, 0.25, 0.5, 0.75, 1].map((part) => part * most)) {
      parts.push(line(LEFT, yOf(value), RIGHT, yOf(value), faint))
      parts.push(text(LEFT - 8, yOf(value) + 4, panel.format(value), 'end'))
    }
    parts.push(text(LEFT, top - 8, panel.title))
    for (const [index, curve] of panel.curves.entries()) {
      const secondOf = (bin) => from + ((bin + 0.5) * (to - from)) / curve.length
      const points = curve.map((value, bin) => `${xOf(secondOf(bin)).toFixed(1)},${yOf(value).toFixed(1)}`)
      parts.push(
        `<polyline points="${points.join(' ')}" fill="none" stroke="${colours[index]}" stroke-width="2"/>`,
      )
    }
    for (let second = from; second <= to; second += 300)
      parts.push(text(xOf(second), top + PANEL + 15, `${second / 60} min`, 'middle'))
  }
  return `${parts.join('\n')}\n</svg>\n`
}
