/**
 * What the pages that live through a soak hold, measured by the browser after it has collected its garbage. The verdict
 * is on the objects of scripts, counted in a snapshot: the heap in all also holds the code that the engine goes on
 * compiling and what it keeps for the driver.
 */
import type { CDPSession } from 'playwright-core'
import type { Tab } from './tab.ts'

export interface Sample {
  cycle: number
  /** Bytes of objects, functions, arrays and strings. */
  objects: number
  /** Bytes of the heap in all. */
  heap: number
  listeners: number
  nodes: number
  documents: number
}

/** The samples of one tab. */
export interface Series {
  name: string
  samples: Sample[]
}

/** Takes the samples of one tab. */
export interface Meter {
  readonly series: Series
  take(cycle: number): Promise<void>
}

/** Bytes that the objects may grow by in a thousand cycles: one object kept in every twenty cycles is more. */
export const MOST_BYTES = 1000

// A transport tells of a broken connection a quarter of a second late, and holds the call for so long.
const LINGERS_MS = 300

// What the engine makes for itself, and what is not of scripts.
const NOT_OBJECTS = ['code', 'native', 'synthetic', 'hidden', 'object shape']

interface Snapshot {
  snapshot: { meta: { node_fields: string[]; node_types: [string[]] } }
  nodes: number[]
}

/** Bytes of the objects of scripts. */
async function objectsOf(cdp: CDPSession): Promise<number> {
  const chunks: string[] = []
  const onChunk = ({ chunk }: { chunk: string }) => void chunks.push(chunk)
  cdp.on('HeapProfiler.addHeapSnapshotChunk', onChunk)
  await cdp.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false })
  cdp.off('HeapProfiler.addHeapSnapshotChunk', onChunk)
  const { snapshot, nodes } = JSON.parse(chunks.join('')) as Snapshot
  const { node_fields: fields, node_types: types } = snapshot.meta
  const [type, size] = [fields.indexOf('type'), fields.indexOf('self_size')]
  let bytes = 0
  for (let at = 0; at < nodes.length; at += fields.length) {
    const kind = types[0][nodes[at + type] ?? -1] ?? ''
    if (!NOT_OBJECTS.includes(kind)) bytes += nodes[at + size] ?? 0
  }
  return bytes
}

export async function openMeter({ page }: Tab, name: string): Promise<Meter> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('HeapProfiler.enable')
  const series: Series = { name, samples: [] }
  return {
    series,
    async take(cycle) {
      await page.evaluate((ms) => new Promise((resolve) => void setTimeout(resolve, ms)), LINGERS_MS)
      for (let time = 0; time < 3; time++) await cdp.send('HeapProfiler.collectGarbage')
      const { usedSize: heap } = await cdp.send('Runtime.getHeapUsage')
      const { jsEventListeners: listeners, nodes, documents } = await cdp.send('Memory.getDOMCounters')
      const objects = await objectsOf(cdp)
      series.samples.push({ cycle, objects, heap, listeners, nodes, documents })
    },
  }
}

/** The last three quarters: before that, caches fill. */
const settled = ({ samples }: Series) => samples.slice(Math.floor(samples.length / 4))

/** Those without another window in the page's process, whose objects count too; or where there is always one, with that. */
function comparable(samples: Sample[]): Sample[] {
  const least = Math.min(...samples.map(({ documents }) => documents))
  const alike = samples.filter(({ documents }) => documents === least)
  return alike.length > 1 ? alike : samples
}

/** Bytes by which something grows in a thousand cycles: linear regression. */
export function growth(series: Series, what: 'objects' | 'heap'): number {
  const points = comparable(settled(series))
  const mean = (of: (sample: Sample) => number) =>
    points.reduce((sum, sample) => sum + of(sample), 0) / points.length
  const [x, y] = [mean(({ cycle }) => cycle), mean((sample) => sample[what])]
  const spread = points.reduce((sum, { cycle }) => sum + (cycle - x) ** 2, 0)
  const common = points.reduce((sum, sample) => sum + (sample.cycle - x) * (sample[what] - y), 0)
  return (common / spread) * 1000
}

/** What is wrong with a series; nothing when it is flat. `long` is whether it says anything of the heap. */
export function verdict(series: Series, long: boolean): string[] {
  const points = settled(series)
  const wrong: string[] = []
  const bytes = growth(series, 'objects')
  if (long && !(bytes <= MOST_BYTES))
    wrong.push(`${series.name}: its objects grow by ${Math.round(bytes)} B in 1000 cycles`)
  for (const what of ['listeners', 'nodes', 'documents'] as const) {
    const values = points.map((sample) => sample[what])
    // The browser counts windows that share the page's process, too, and lets go of them when it likes.
    const third = Math.ceil(values.length / 3)
    if (Math.min(...values.slice(-third)) > Math.max(...values.slice(0, third)))
      wrong.push(`${series.name}: ${what} grow: ${values.join(', ')}`)
  }
  return wrong
}
