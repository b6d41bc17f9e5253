/** A bar that says how much is done, and of what; where nobody watches, a line for each tenth. */
const { stderr } = process

/** @param {number} all how many calls of it there will be, or what they add up to */
export function createProgress(all) {
  let done = 0
  let told = 0
  const advance = (what, much = 1) => {
    done += much
    const share = Math.min(done / all, 1)
    const percent = Math.floor(share * 100)
    if (stderr.isTTY) {
      const bar = '█'.repeat(Math.round(share * 30)).padEnd(30, '░')
      stderr.write(`\r${bar} ${percent} %  ${what}`.padEnd(80).slice(0, 80))
    } else if (percent >= told + 10) {
      told = percent - (percent % 10)
      stderr.write(`${told} %  ${what}\n`)
    }
  }
  advance.end = () => void stderr.write(stderr.isTTY ? `\r${' '.repeat(80)}\r` : '')
  return advance
}
