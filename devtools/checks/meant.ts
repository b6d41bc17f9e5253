/**
 * Which known name a misspelt one was meant to be.
 */

/** How many letters must be changed, added or removed to turn one word into the other; 3 stands for 3 and more. */
function distance(one: string, other: string): number {
  if (Math.abs(one.length - other.length) > 2) return 3
  // By index: Prototype.js and MooTools have an `Array.from` and an `entries` of their own.
  let row: number[] = []
  for (let column = 0; column <= other.length; column++) row.push(column)
  for (let index = 0; index < one.length; index++) {
    const next = [index + 1]
    for (let column = 0; column < other.length; column++)
      next.push(
        Math.min(
          (row[column] as number) + (one[index] === other[column] ? 0 : 1),
          (row[column + 1] as number) + 1,
          (next[column] as number) + 1,
        ),
      )
    row = next
  }
  return Math.min(row[other.length] as number, 3)
}

/** The known name that a name was meant to be; undefined for a known name, and for one that is similar to none. */
export function meant(name: string, known: readonly string[]): string | undefined {
  if (known.includes(name)) return
  const plain = (text: string) => text.toLowerCase().replace(/[^a-z]/g, '')
  const word = plain(name)
  const likely = known.map((other) => [other, distance(word, plain(other))] as const)
  const [best] = likely.sort(([, one], [, other]) => one - other)
  // Short words are similar to many others.
  if (best && best[1] <= (word.length > 5 ? 2 : 0)) return best[0]
}
