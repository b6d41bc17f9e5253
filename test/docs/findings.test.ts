/**
 * Each finding of the catalogue has two examples in the documentation: one that causes it, and one that mends it. Each is run on a page
 * whose browser and services do what the example says. Real browsers cause the same findings in test/doctor.
 */
import { FINDINGS } from 'portico/devtools'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { leave, openPage, type Page } from '../support/page.ts'
import { type Example, prepareWorld, scriptTag, WORLDS, type World } from './finding-worlds.ts'
import { filesOf, samplesOf, source } from './pages.ts'
import { bundleOf, runOn } from './run.ts'

const PAGE = 'troubleshooting.md'
const FILES = filesOf(PAGE)

/** The examples under the heading of a finding: the wrong one, and the right one. */
function examplesOf(id: string): Example[] {
  const [, chapter = ''] = source(PAGE).split(`\n### ${id}\n`)
  const [own = ''] = chapter.split(/^#{2,3} /m)
  return samplesOf(PAGE, own).map(({ language, code }, index) => ({ language, code, isRight: index === 1 }))
}

interface Diagnosed {
  readonly identity: { hasSession(): Promise<unknown> }
  diagnose(identity: object): Promise<{ id: string; severity: string }[]>
}

/** Whether an example has an identity of its own. */
const makesIdentity = ({ code }: Example) => /^export const identity = /m.test(code)

/** The scripts of the page: the example, if it is one of them, and what the world has the page do. */
function scriptOf(example: Example, { script = '' }: World): Promise<string> {
  const isScript = example.language === 'ts'
  const main = `
    import { identity } from '${isScript && makesIdentity(example) ? './example' : './identity'}'
    ${isScript ? "import './example'" : ''}
    import { diagnose } from 'portico/devtools'
    ${script}
    Object.assign(globalThis, { diagnosed: { identity, diagnose } })
  `
  const files = { ...FILES, 'example.ts': isScript ? example.code : '', 'main.ts': main }
  return bundleOf(PAGE, 'main.ts', { files, format: 'esm', isDevelopment: true })
}

/** Opens a page with a console, in which every finding is. */
function open(world: World, example: Example): { page: Page; lines: string[] } {
  const page = openPage(world.url ?? 'https://www.site.com/article')
  const lines: string[] = []
  const write = (line: string) => void lines.push(`${line}`)
  const console = { debug: write, log: write, info: write, warn: write, error: write }
  Object.defineProperty(page.window, 'console', { value: console, configurable: true })
  vi.spyOn(globalThis.console, 'log').mockReturnValue()
  Object.assign(page.window, { porticoFindings: 'on' })
  prepareWorld(page, world, example)
  return { page, lines }
}

const runScript = async (page: Page, script: string): Promise<void> => {
  runOn(page, `globalThis.exampleOver = (async () => {${script}})()`)
  await (globalThis as unknown as { exampleOver: Promise<void> }).exampleOver
}

/** What the page's console and a diagnosis find. */
async function findingsOf(page: Page, lines: readonly string[], diagnosed: Diagnosed) {
  const told = lines.flatMap((line) => /^portico: ([a-z-]+)\. /.exec(line)?.[1] ?? [])
  const found = await diagnosed.diagnose(diagnosed.identity)
  expect(page.reported).toEqual([])
  const ids = [...told, ...found.map(({ id }) => id)]
  return { ids, wrong: ids.filter((id) => FINDINGS[id as keyof typeof FINDINGS].severity !== 'info') }
}

/** Runs an example of a finding; gives what is found then. */
async function run(id: string, example: Example) {
  const world = WORLDS[id] ?? {}
  const { page, lines } = open(world, example)
  await runScript(page, await scriptOf(example, world))
  await world.after?.(page, example)
  const { diagnosed } = globalThis as unknown as { diagnosed: Diagnosed }
  const ask = () => diagnosed.identity.hasSession().catch(() => undefined)
  await ask()
  if (page.navigations.some((url) => url.startsWith('https://id.site.com/'))) {
    leave(page)
    await ask()
  }
  return { ...(await findingsOf(page, lines, diagnosed)), page }
}

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const IDS = Object.keys(FINDINGS)
/** Its examples are elements of a page that load a file each. */
const OF_FILES = 'two-versions'
const RUN = IDS.filter((id) => id !== OF_FILES)

describe('the examples of the findings', () => {
  it('are two for each: one that causes it, and one that mends it', () => {
    expect(IDS.filter((id) => examplesOf(id).length !== 2)).toEqual([])
    const same = IDS.filter((id) => new Set(examplesOf(id).map(({ code }) => code)).size < 2)
    expect(same).toEqual([])
  })

  it.each(RUN)('cause it: %s', async (id) => {
    const [wrong] = examplesOf(id)
    expect((await run(id, wrong as Example)).ids).toContain(id)
  })

  it.each(RUN.filter((id) => !WORLDS[id]?.stays))('mend it, and cause no other: %s', async (id) => {
    const [, right] = examplesOf(id)
    const { ids, wrong } = await run(id, right as Example)
    expect(ids).not.toContain(id)
    expect(wrong.filter((one) => one !== WORLDS[id]?.cause)).toEqual([])
  })

  it('of third-party cookies show a login button to whom the widget is not shown', async () => {
    const [, right] = examplesOf('third-party-cookies-blocked')
    const { page, wrong } = await run('third-party-cookies-blocked', right as Example)
    expect(page.window.document.querySelector('button')?.textContent).toBe('Log in')
    expect(wrong).toEqual([])
  })

  it.each(examplesOf(OF_FILES))('of two versions load as many as they show: %o', async (example) => {
    const { page, lines } = open({}, example)
    const files = [...example.code.matchAll(/src="([^"]+)"/g)].map(([, file = '']) => file)
    for (const file of files)
      await runScript(
        page,
        `${scriptTag(file)}
         ${FILES['options.ts']?.replaceAll(/export | as const/g, '')}
         globalThis.diagnosed = { identity: new Portico.Identity(options), diagnose: Portico.diagnose }`,
      )
    const { diagnosed } = globalThis as unknown as { diagnosed: Diagnosed }
    await diagnosed.identity.hasSession()
    const { ids } = await findingsOf(page, lines, diagnosed)
    expect(files).toHaveLength(example.isRight ? 1 : 2)
    expect(ids.includes(OF_FILES)).toBe(!example.isRight)
  })
})
