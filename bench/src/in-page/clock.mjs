/**
 * Runs inside a page: times what several clients do, in alternating rounds, so that a slow second hits them
 * all.
 */

export function median(samples) {
  const sorted = [...samples].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

/**
 * Medians, in microseconds a call.
 *
 * @param {string[]} names whom to time
 * @param {object} plan `rounds` of `batch` calls of `run(name, i)`; `before(name)`, `after(name)` are not timed
 */
export async function alternate(names, { rounds, batch, run, before, after }) {
  const samples = new Map(names.map((name) => [name, []]))
  const warm = Math.ceil(rounds / 10)
  let calls = 0
  for (let round = -warm; round < rounds; round++) {
    for (let turn = 0; turn < names.length; turn++) {
      const name = names[(round + warm + turn) % names.length]
      await before?.(name)
      const start = performance.now()
      for (let i = 0; i < batch; i++) {
        const result = run(name, calls++)
        if (result instanceof Promise) await result
      }
      const end = performance.now()
      if (round >= 0) samples.get(name).push(((end - start) * 1000) / batch)
      await after?.(name)
    }
  }
  return Object.fromEntries(names.map((name) => [name, median(samples.get(name))]))
}
