/**
 * Sequence diagrams. A page holds them as Mermaid, which GitHub draws where the page lies. The site draws them as SVG while it is
 * built: a page that shows one carries no script for it. Colours are the page's own, so that a diagram is readable in light and dark;
 * the same steps stand beneath it in words. Of Mermaid the site reads a title, participants, arrows and notes.
 *
 *     ```mermaid
 *     sequenceDiagram
 *       title The first visit
 *       participant P as Page
 *       participant S as Session service
 *       P->>S: GET
 *       S-->>P: 400, nobody
 *       Note over P: keeps that there is nobody
 *     ```
 */
// Four of them are as wide as the text of a page.
const COLUMN = 166
const LINE = 17
const CHARACTERS = 22

const escaped = (text) => text.replace(/[&<>"{}]/g, (char) => `&#${char.charCodeAt(0)};`)

/** Words in lines of about so many characters. */
function wrap(text, length) {
  const lines = ['']
  for (const word of text.split(' ')) {
    const line = lines.at(-1)
    if (line && line.length + word.length >= length) lines.push(word)
    else lines[lines.length - 1] = line ? `${line} ${word}` : word
  }
  return lines
}

/** Reads a diagram. @throws {Error} naming the line that it does not know */
export function parseSequence(source) {
  const [head = '', ...rest] = source
    .trim()
    .split('\n')
    .map((line) => line.trim())
  if (head !== 'sequenceDiagram')
    throw new Error(`A diagram begins with sequenceDiagram, and not with "${head}"`)
  const names = new Map()
  const steps = []
  let title = ''
  const known = (id) => {
    if (!names.has(id)) throw new Error(`"${id}" is none of the participants ${[...names.keys()].join(', ')}`)
    return [...names.keys()].indexOf(id)
  }
  for (const line of rest) {
    const named = /^title (.+)$/.exec(line)
    const participant = /^participant (\w+) as (.+)$/.exec(line)
    const note = /^Note over (\w+): ([^;#]+)$/.exec(line)
    const arrow = /^(\w+?)(--?)>>(\w+): ([^;#]+)$/.exec(line)
    if (named) title = named[1]
    else if (participant) names.set(participant[1], participant[2])
    else if (note) steps.push({ at: known(note[1]), text: note[2] })
    else if (arrow)
      steps.push({ from: known(arrow[1]), to: known(arrow[3]), isAnswer: arrow[2] === '--', text: arrow[4] })
    else throw new Error(`"${line}" is no step of a diagram`)
  }
  if (!title) throw new Error('A diagram has a title')
  return { title, actors: [...names.values()], steps }
}

const textAt = (x, y, lines, anchor = 'middle') =>
  `<text x="${x}" y="${y}" text-anchor="${anchor}">${lines
    .map((line, index) => `<tspan x="${x}" y="${y + index * LINE}">${escaped(line)}</tspan>`)
    .join('')}</text>`

/** A step at a height, and the height below it. */
function drawStep(step, y, center) {
  if ('at' in step) {
    const lines = wrap(step.text, CHARACTERS)
    const height = lines.length * LINE + 12
    const box = `<rect class="note" x="${center(step.at) - 79}" y="${y}" width="158" height="${height}" rx="4"/>`
    return { svg: box + textAt(center(step.at), y + 19, lines), below: y + height + 14 }
  }
  const [from, to] = [center(step.from), center(step.to)]
  if (from === to) {
    const lines = wrap(step.text, CHARACTERS - 5)
    const end = y + Math.max(lines.length * LINE, 22)
    const path = `<path d="M${from} ${y}h22v${end - y}h-18" marker-end="url(#tip)"/>`
    return { svg: path + textAt(from + 30, y + 13, lines, 'start'), below: end + 18 }
  }
  const lines = wrap(step.text, CHARACTERS * Math.abs(step.to - step.from))
  const at = y + lines.length * LINE
  const [start, end] = from < to ? [from + 2, to - 3] : [from - 2, to + 3]
  const line = `<path${step.isAnswer ? ' class="answer"' : ''} d="M${start} ${at}H${end}" marker-end="url(#tip)"/>`
  return { svg: line + textAt((from + to) / 2, y + 11, lines), below: at + 20 }
}

/** One step as a sentence. */
function inWords(step, actors) {
  if ('at' in step) return `${actors[step.at]}: ${step.text}`
  const verb = step.isAnswer ? 'answers' : 'to'
  return step.from === step.to
    ? `${actors[step.from]}: ${step.text}`
    : `${actors[step.from]} ${verb} ${actors[step.to]}: ${step.text}`
}

/** A diagram and its steps in words, as HTML. */
export function sequence(source) {
  const { title, actors, steps } = parseSequence(source)
  const width = actors.length * COLUMN
  const center = (index) => index * COLUMN + COLUMN / 2
  let y = 62
  let drawn = ''
  for (const step of steps) {
    const { svg, below } = drawStep(step, y, center)
    drawn += svg
    y = below
  }
  const lanes = actors.map(
    (name, index) =>
      `<path class="lane" d="M${center(index)} 42V${y}"/><rect x="${center(index) - 76}" y="10" width="152" height="32" rx="6"/>${textAt(center(index), 31, [name])}`,
  )
  const words = steps.map((step) => `<li>${escaped(inWords(step, actors))}</li>`).join('')
  // The tip is one for each diagram: ids are of the page, and the same tip does for all.
  return `<figure class="sequence" v-pre>
<div class="scroll" tabindex="0" role="region" aria-label="${escaped(`Diagram: ${title}`)}"><svg viewBox="0 0 ${width} ${y + 8}" width="${width}" height="${y + 8}" role="img" aria-label="${escaped(title)}"><defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto-start-reverse"><path d="M0 0L8 4L0 8z"/></marker></defs>${lanes.join('')}${drawn}</svg></div>
<figcaption>${escaped(title)}</figcaption>
<details><summary>The same in words</summary><ol>${words}</ol></details>
</figure>\n`
}
