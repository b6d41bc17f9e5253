/** Curves as SVG, drawn for a light and for a dark page. */

const THEMES = {
  light: {
    ground: '#ffffff',
    text: '#1f2328',
    faint: '#d0d7de',
    shade: '#f2e6d8',
    lines: ['#8a8f98', '#c2410c', '#1d4ed8', '#0f766e', '#a21caf', '#a16207'],
  },
  dark: {
    ground: '#0d1117',
    text: '#e6edf3',
    faint: '#30363d',
    shade: '#2b2418',
    lines: ['#9ba3ae', '#fb923c', '#60a5fa', '#2dd4bf', '#e879f9', '#facc15'],
  },
}

const WIDTH = 760
const PANEL = 190
const LEFT = 64
const RIGHT = 16
const TOP = 34
const HEAD = 40

const quoted = (text) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)

/** A round number at or above a value, for the end of an axis. */
function roundUp(value) {
  const power = 10 ** Math.floor(Math.log10(value || 1))
  return [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10]
    .map((factor) => factor * power)
    .find((round) => round >= value * 0.999)
}

/**
 * @param {object} plot `title`; `panels`, each with `title`, `lines` (`{ name, values }`), `most` (or the highest value)
 * and `format`; `x` with `from`, `to`, `ticks` (`[value, label]`) and `shade` (from, to)
 * @param {'light' | 'dark'} theme
 */
export function svgOf({ title, panels, x, names }, theme) {
  const { ground, text, faint, shade, lines: colours } = THEMES[theme]
  const rowOf = Math.ceil(names.length / 3)
  const headHeight = HEAD + rowOf * 18
  const height = headHeight + panels.length * (PANEL + TOP) + 30
  const xOf = (value) => LEFT + ((value - x.from) / (x.to - x.from)) * (WIDTH - LEFT - RIGHT)
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${quoted(title)}" font-family="system-ui, sans-serif" font-size="12" fill="${text}">`,
    `<title>${quoted(title)}</title><rect width="${WIDTH}" height="${height}" fill="${ground}"/>`,
    `<text x="${LEFT}" y="24" font-size="16" font-weight="600">${quoted(title)}</text>`,
  ]
  for (const [index, name] of names.entries()) {
    const [left, y] = [LEFT + (index % 3) * 225, HEAD + Math.floor(index / 3) * 18]
    parts.push(
      `<line x1="${left}" y1="${y}" x2="${left + 22}" y2="${y}" stroke="${colours[index]}" stroke-width="2.5"/>`,
      `<text x="${left + 28}" y="${y + 4}">${quoted(name)}</text>`,
    )
  }
  for (const [row, panel] of panels.entries()) {
    const top = headHeight + row * (PANEL + TOP) + TOP - 10
    const values = panel.lines.flatMap((line) => line.values)
    const most = roundUp(panel.most ?? Math.max(...values))
    const yOf = (value) => top + PANEL * (1 - Math.min(value, most) / most)
    if (x.shade)
      parts.push(
        `<rect x="${xOf(x.shade[0])}" y="${top}" width="${xOf(x.shade[1]) - xOf(x.shade[0])}" height="${PANEL}" fill="${shade}"/>`,
      )
    for (const part of [0, 0.25, 0.5, 0.75, 1]) {
      const y = yOf(part * most)
      parts.push(
        `<line x1="${LEFT}" y1="${y}" x2="${WIDTH - RIGHT}" y2="${y}" stroke="${faint}"/>`,
        `<text x="${LEFT - 8}" y="${y + 4}" text-anchor="end">${quoted(panel.format(part * most))}</text>`,
      )
    }
    parts.push(`<text x="${LEFT}" y="${top - 8}" font-weight="600">${quoted(panel.title)}</text>`)
    for (const { name, values: curve } of panel.lines) {
      const colour = colours[names.indexOf(name)]
      const step = (x.to - x.from) / curve.length
      const points = curve.map(
        (value, bin) => `${xOf(x.from + (bin + 0.5) * step).toFixed(1)},${yOf(value).toFixed(1)}`,
      )
      parts.push(`<polyline points="${points.join(' ')}" fill="none" stroke="${colour}" stroke-width="1.8"/>`)
    }
    for (const [value, label] of x.ticks)
      parts.push(
        `<text x="${xOf(value)}" y="${top + PANEL + 15}" text-anchor="middle">${quoted(label)}</text>`,
      )
  }
  return `${parts.join('\n')}\n</svg>\n`
}

export const themes = Object.keys(THEMES)
