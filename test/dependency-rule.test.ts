import { readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'

const ROOMS = ['bindings', 'core', 'devtools', 'plugins', 'presets', 'server']
/** Which rooms, and which packages, a room may import from; type imports count too. */
const MAY_IMPORT: Record<string, string[]> = {
  // Each framework in the one file that is named after it.
  bindings: ['bindings', 'core', 'plugins', 'presets'],
  core: ['core', 'hookable'],
  devtools: ['core', 'devtools'],
  // A plugin imports from its own family as well.
  plugins: ['core', 'ofetch'],
  // The development build alone has anything of devtools: see test/packaging.
  presets: ['core', 'plugins', 'presets', 'devtools', 'defu'],
  server: ['core', 'server', 'openid-client'],
}

const filesOf = (room: string): string[] =>
  readdirSync(room, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => posix.join(room, file.replaceAll('\\', '/')))

const files = ROOMS.flatMap(filesOf)

/** What a file imports: a file of the project by its path, or a package by its name. */
function importsOf(file: string): string[] {
  const source = readFileSync(file, 'utf8')
  const found = source.matchAll(/\b(?:from|import)\s*\(?\s*'([^']+)'/g)
  return [...found].map(([, target = '']) =>
    target.startsWith('.') ? posix.join(posix.dirname(file), target) : target,
  )
}

/** The folder of a plugin: `plugins/login` of `plugins/login/login.ts`. */
const familyOf = (file: string) => posix.dirname(file)

describe('the dependency rule: core <- plugins <- presets <- bindings, core <- server', () => {
  it('finds the files it is about', () => {
    for (const room of ROOMS) expect(files.some((file) => file.startsWith(room))).toBe(true)
    expect(importsOf('core/create-hooks.ts')).toContain('hookable')
    expect(importsOf('plugins/user/user.ts')).toContain('core/errors.ts')
  })

  it('takes the declaration of a hook for no import', () => {
    const declaring = 'plugins/consents/consents.ts'
    expect(readFileSync(declaring, 'utf8')).toContain("declare module '../../core/hooks.ts'")
    expect(importsOf(declaring)).not.toContain('core/hooks.ts')
  })

  it.each(files)('%s', (file) => {
    const room = file.split('/')[0] as string
    for (const target of importsOf(file)) {
      const isOfFamily = room === 'plugins' && target.startsWith(`${familyOf(file)}/`)
      const isOfFramework = room === 'bindings' && target.split('/')[0] === posix.basename(file, '.ts')
      // In no bundle but that of a test: see test/packaging.
      const isOfTests = file === 'presets/testing/msw.ts' && target === 'msw'
      if (!isOfFamily && !isOfFramework && !isOfTests)
        expect(MAY_IMPORT[room]).toContain(target.split('/')[0])
    }
  })
})

/** A way along the imports that comes back to where it began; undefined when there is none. */
function circleIn(imports: Record<string, string[]>): string[] | undefined {
  const done = new Set<string>()
  const search = (file: string, way: string[]): string[] | undefined => {
    if (way.includes(file)) return [...way.slice(way.indexOf(file)), file]
    if (done.has(file)) return
    for (const target of imports[file] ?? []) {
      const circle = search(target, [...way, file])
      if (circle) return circle
    }
    done.add(file)
  }
  for (const file of Object.keys(imports)) {
    const circle = search(file, [])
    if (circle) return circle
  }
}

describe('a circle of imports', () => {
  it('is noticed, wherever it is', () => {
    expect(circleIn({ a: ['b', 'd'], b: ['c'], c: ['b'], d: [] })).toEqual(['b', 'c', 'b'])
    expect(circleIn({ a: ['a'] })).toEqual(['a', 'a'])
    expect(circleIn({ a: ['b', 'c'], b: ['c'], c: ['package'] })).toBeUndefined()
  })

  it.each([...ROOMS, 'emulator/src', 'session-service/src'])(
    'is nowhere in %s, imports of types included',
    (room) => {
      const all = filesOf(room)
      expect(all.length).toBeGreaterThan(5)
      expect(circleIn(Object.fromEntries(all.map((file) => [file, importsOf(file)])))).toBeUndefined()
    },
  )
})

/** How many files stand above each other, where each imports one below it. */
function floorsOf(file: string): number {
  const below = importsOf(file).filter((target) => target.startsWith('core/'))
  return 1 + Math.max(0, ...below.map(floorsOf))
}

describe('size', () => {
  it('of a file is at most 200 lines', () => {
    for (const file of [...files, ...filesOf('session-service/src')]) {
      const lines = readFileSync(file, 'utf8').split('\n').length - 1
      expect(lines, file).toBeLessThanOrEqual(200)
    }
  })

  it('of core is at most seven floors', () => {
    expect(floorsOf('core/given.ts')).toBe(1)
    expect(Math.max(...filesOf('core').map(floorsOf))).toBeLessThanOrEqual(7)
  })
})

/** Standard on every platform that runs JavaScript, although TypeScript declares them with the DOM. */
const EVERYWHERE = ['URL', 'URLSearchParams', 'AbortController', 'TextDecoder']

/** Standard on every server that does: Node, Deno, Bun, workers. */
const ON_SERVERS = ['atob', 'btoa', 'crypto', 'Headers', 'TextEncoder']

/** Standard wherever a page is tested, or looked up where they are not: Node, jsdom, happy-dom. */
const IN_TESTS = [
  ...['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'queueMicrotask'],
  ...['Response', 'Event', 'EventTarget', 'TextEncoder', 'crypto'],
]

/** The browser's globals that a file uses by their bare names (types aside). */
function bareGlobals(program: ts.Program, file: string): string[] {
  const checker = program.getTypeChecker()
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node)) return
    // `window.fetch` is what is wanted: look at `window` only.
    if (ts.isPropertyAccessExpression(node) && node.expression.getText() !== 'globalThis') {
      visit(node.expression)
      return
    }
    if (ts.isIdentifier(node) && !EVERYWHERE.includes(node.text)) {
      const symbol = checker.getSymbolAtLocation(node)
      const declared = symbol?.valueDeclaration?.getSourceFile().fileName ?? ''
      const isGlobal = ts.SymbolFlags.Variable | ts.SymbolFlags.Function
      if (symbol && symbol.flags & isGlobal && /lib\.dom|@types\/node/.test(declared)) found.push(node.text)
    }
    ts.forEachChild(node, visit)
  }
  visit(program.getSourceFile(file) as ts.SourceFile)
  return found
}

describe('browser access goes through the window option', () => {
  const program = ts.createProgram(files, {
    target: ts.ScriptTarget.ES2022,
    allowImportingTsExtensions: true,
    types: ['node'],
  })

  it('notices a bare global', () => {
    const host = ts.createCompilerHost({})
    const { getSourceFile } = host
    const source = 'const a = document.title; const b: Window = self; fetch("/"); setTimeout(() => {})'
    host.getSourceFile = (name, version) =>
      name === 'bad.ts' ? ts.createSourceFile(name, source, version) : getSourceFile(name, version)
    const bad = ts.createProgram(['bad.ts'], { target: ts.ScriptTarget.ES2022, types: [] }, host)
    expect(bareGlobals(bad, 'bad.ts')).toEqual(['document', 'self', 'fetch', 'setTimeout'])
  })

  /** A server sends these to pages, as text: they are given all that they need. */
  const isProgram = (file: string) => file.startsWith('server/programs/')

  it('but for what a server sends to pages, which imports nothing', () => {
    const sent = files.filter(isProgram)
    expect(sent.length).toBeGreaterThan(1)
    for (const file of sent) expect(importsOf(file)).toEqual([])
  })

  it.each(files.filter((file) => !isProgram(file)))('in %s', (file) => {
    // The one place where the default comes from.
    const allowed = file === 'core/resolve-options.ts' ? ['window'] : []
    const found = bareGlobals(program, file)
    const own = file.startsWith('server/') ? ON_SERVERS : file.startsWith('presets/testing/') ? IN_TESTS : []
    const foreign = found.filter((name) => !own.includes(name))
    expect(foreign).toEqual(allowed)
  })
})
