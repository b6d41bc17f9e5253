import { readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'

const FOLDERS = ['bindings', 'core', 'devtools', 'plugins', 'presets', 'server']
/** Which folders, and which packages, a folder may import from; type imports count too. */
const MAY_IMPORT: Record<string, string[]> = {
  // Each framework in the one file that is named after it.
  bindings: ['bindings', 'core', 'plugins', 'plugins/shared', 'presets'],
  core: ['core', 'hookable'],
  devtools: ['core', 'devtools', 'plugins', 'plugins/shared'],
  // A plugin imports from its own family as well.
  plugins: ['core', 'plugins/shared', 'ofetch'],
  'plugins/shared': ['core', 'plugins/shared'],
  // The development build alone has anything of devtools: see test/packaging.
  presets: ['core', 'plugins', 'plugins/shared', 'presets', 'devtools', 'defu'],
  server: ['core', 'server', 'openid-client'],
}

const filesOf = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => posix.join(folder, file.replaceAll('\\', '/')))

const files = FOLDERS.flatMap(filesOf)

/** What a file imports: a file of the project by its path, or a package by its name. */
function importsOf(file: string): string[] {
  const source = readFileSync(file, 'utf8')
  const found = source.matchAll(/\b(?:from|import)\s*\(?\s*'([^']+)'/g)
  return [...found].map(([, target = '']) =>
    target.startsWith('.') ? posix.join(posix.dirname(file), target) : target,
  )
}

/** The folder of a file, or the name of a package. What several families of plugins use is a folder of its own. */
const folderOf = (target: string): string =>
  target.startsWith('plugins/shared/') ? 'plugins/shared' : (target.split('/')[0] as string)

/** The folder of a plugin: `plugins/login` of `plugins/login/login.ts`. */
const familyOf = (file: string) => posix.dirname(file)

describe('the dependency rule', () => {
  it('finds the files it is about', () => {
    for (const folder of FOLDERS) expect(files.some((file) => file.startsWith(folder))).toBe(true)
    expect(importsOf('core/kernel/hooks.ts')).toContain('hookable')
    expect(importsOf('plugins/user/user.ts')).toContain('core/errors.ts')
  })

  it('takes the declaration of a hook for no import', () => {
    const declaring = 'plugins/login/login-hooks.ts'
    expect(readFileSync(declaring, 'utf8')).toContain("declare module '../../core/kernel/hooks.ts'")
    expect(importsOf(declaring)).not.toContain('core/kernel/hooks.ts')
  })

  it.each(files)('%s', (file) => {
    const folder = folderOf(file)
    for (const target of importsOf(file)) {
      const isOfFamily = folder === 'plugins' && target.startsWith(`${familyOf(file)}/`)
      const isOfFramework = folder === 'bindings' && target.split('/')[0] === posix.basename(file, '.ts')
      // In no bundle but that of a test: see test/packaging.
      const isOfTests = file === 'presets/testing/msw.ts' && target === 'msw'
      if (!isOfFamily && !isOfFramework && !isOfTests) expect(MAY_IMPORT[folder]).toContain(folderOf(target))
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

  it.each([...FOLDERS, 'emulator/src', 'session-service/src'])(
    'is nowhere in %s, imports of types included',
    (folder) => {
      const all = filesOf(folder)
      expect(all.length).toBeGreaterThan(5)
      expect(circleIn(Object.fromEntries(all.map((file) => [file, importsOf(file)])))).toBeUndefined()
    },
  )
})

it('no file has more than 200 lines', () => {
  for (const file of [...files, ...filesOf('session-service/src')]) {
    const lines = readFileSync(file, 'utf8').split('\n').length - 1
    expect(lines, file).toBeLessThanOrEqual(200)
  }
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
    const allowed = file === 'core/options.ts' ? ['window'] : []
    const found = bareGlobals(program, file)
    const own = file.startsWith('server/') ? ON_SERVERS : file.startsWith('presets/testing/') ? IN_TESTS : []
    const foreign = found.filter((name) => !own.includes(name))
    expect(foreign).toEqual(allowed)
  })
})
