/**
 * What the reference says of a member: its type, its docstring, its default, its errors, and the version it came in. It is read from
 * the sources by the compiler.
 */
import { readFileSync } from 'node:fs'
import ts from 'typescript'
import { ROOT } from './paths.mjs'
import { slugOf } from './slug.mjs'

const PROTOCOL = readFileSync(`${ROOT}docs/reference/protocol.md`, 'utf8')

/** The anchor of a section of the specification. @throws {Error} when there is no such section */
function anchorOf(number) {
  const [, heading] = new RegExp(`^#+ (Section ${number.replace('.', '\\.')}: .*)$`, 'm').exec(PROTOCOL) ?? []
  if (!heading) throw new Error(`docs/reference/protocol.md has no section ${number}`)
  return slugOf(heading)
}

/** Entries whose types and functions the reference names. */
const ENTRIES = [
  'presets/identity.ts',
  'core/index.ts',
  'plugins/index.ts',
  'server/index.ts',
  'server/relay.ts',
  'devtools/index.ts',
]

let program

/** The compiler's view of the sources. Made when the first member is asked for, since that takes seconds. */
function checkerOf() {
  if (!program) {
    const { config } = ts.readConfigFile(`${ROOT}tsconfig.json`, ts.sys.readFile)
    const { options } = ts.parseJsonConfigFileContent(config, ts.sys, ROOT)
    const files = [
      ...ENTRIES.map((entry) => ROOT + entry),
      ...ts.sys.readDirectory(
        ROOT,
        ['.d.ts'],
        ['node_modules', '**/node_modules', 'dist', '**/dist'],
        ['core', 'server'],
      ),
    ]
    program = ts.createProgram(files, { ...options, noEmit: true })
  }
  return program.getTypeChecker()
}

/** The version in which each name came: `docs/reference/since.json`. */
export const SINCE = JSON.parse(readFileSync(`${ROOT}docs/reference/since.json`, 'utf8'))

/** The first release has most names: no page says so of each. */
const FIRST = '1.0.0-rc.1'

/**
 * The sentence that says in which version a name came; empty for what is as old as the package.
 *
 * @throws {Error} when `since.json` lacks the name
 */
export function sinceOf(name, since = SINCE) {
  if (!since[name]) throw new Error(`docs/reference/since.json lacks ${name}: npm run pages -w docs adds it`)
  return since[name] === FIRST ? '' : `Since ${since[name]}.`
}

/** An exported type, function or class. @throws {Error} when no entry exports it */
function exportOf(name) {
  const checker = checkerOf()
  for (const entry of ENTRIES) {
    const module = checker.getSymbolAtLocation(program.getSourceFile(ROOT + entry))
    const found = checker.getExportsOfModule(module).find((one) => one.name === name)
    if (found) return found.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(found) : found
  }
  throw new Error(`No entry exports ${name}`)
}

/** A member of an exported type, or the export itself. */
function symbolOf(type, member) {
  const checker = checkerOf()
  const owner = exportOf(type)
  if (!member) return owner
  const found = checker.getDeclaredTypeOfSymbol(owner).getProperty(member)
  if (!found) throw new Error(`${type} has no member ${member}`)
  return found
}

const FLAGS =
  ts.TypeFormatFlags.NoTruncation |
  ts.TypeFormatFlags.UseAliasDefinedOutsideCurrentScope |
  ts.TypeFormatFlags.WriteArrowStyleSignature

/** Names without the modules that they come from. */
const plain = (text) => text.replaceAll(/import\("[^"]*"\)\.(?:\w+\.)*?(?=\w)/g, '')

/** The type as it was written where it is a member's, since that is the shortest; a function's as the compiler has it. */
function typeOf(symbol, name) {
  const checker = checkerOf()
  const [declaration] = symbol.declarations ?? []
  if (declaration && ts.isInterfaceDeclaration(declaration)) return ''
  const type = checker.getTypeOfSymbol(symbol)
  const signatures = type.getCallSignatures()
  if (declaration && ts.isPropertySignature(declaration) && declaration.type) {
    const written = declaration.type.getText().replaceAll(/\s+/g, ' ')
    // What may be left out may be undefined as well, under `exactOptionalPropertyTypes` too: the page need not say so each time.
    return declaration.questionToken
      ? written.replace(/^(?:\((.*)\)|((?!.*=>).*)) \| undefined$/, '$1$2')
      : written
  }
  return signatures
    .map((one) =>
      plain(
        `${name}${checker.signatureToString(one, declaration, FLAGS & ~ts.TypeFormatFlags.WriteArrowStyleSignature)}`,
      ),
    )
    .join('\n')
}

const textOf = (parts) =>
  ts
    .displayPartsToString(parts)
    .replaceAll(/\{@link (?:\w+\.)*(\w+) *\}/g, '`$1`')
    // Which section it is of says something to whoever changes it. Where the text is nothing without it, it is a link.
    .replaceAll(/ ?(\([sS]ections? [\d., and]+\)|\bSection [\d.]+\.)/g, '')
    .replaceAll(
      /\bsection (\d\.\d)\b/g,
      (_, number) => `[section ${number}](protocol.md#${anchorOf(number)})`,
    )
/** Lines of a docstring are broken for an editor. */
const flowed = (text) => text.replaceAll(/(?<!\n)\n(?![\n-])/g, ' ').trim()

/** What a tag `@throws` says, as a sentence. */
function thrown(text) {
  const [, when, what] = /^(?:\{?SDKError\}? ?)?(?:\(([^)]+)\) )?(.*)$/s.exec(text) ?? []
  if (when === 'rejects') return `Rejects with ${what}.`
  return `${when ? `Throws ${when}: ` : 'Throws '}${what}.`
}

/** The docstring of a member's type, for a hook that says nothing itself: what its handlers get says what it is. */
function ofType(symbol) {
  const checker = checkerOf()
  const type = checker.getTypeOfSymbol(symbol)
  const text = flowed(textOf((type.aliasSymbol ?? type.symbol)?.getDocumentationComment(checker) ?? []))
  const [, said = ''] = /^(?:`[^`]+`: )?(.*)$/s.exec(text) ?? []
  return said && `${said[0].toUpperCase()}${said.slice(1)}`
}

/**
 * What is known of a member.
 *
 * @throws {Error} when there is no such name, when it has no docstring, or when `since.json` lacks it
 */
function factsOf(type, member) {
  const checker = checkerOf()
  const symbol = symbolOf(type, member)
  const key = member ? `${type}.${member}` : type
  const tags = symbol.getJsDocTags(checker)
  const of = (tag) => tags.filter((one) => one.name === tag).map((one) => flowed(textOf(one.text)))
  const [described = '', inlineDefault] = flowed(textOf(symbol.getDocumentationComment(checker))).split(
    '@default',
  )
  const text = described.trim() || ofType(symbol)
  if (!text) throw new Error(`${key} has no docstring`)
  const defaults = [...of('default'), ...(inlineDefault ? [inlineDefault.trim()] : [])]
  return {
    of,
    text,
    signature: typeOf(symbol, member ?? type),
    isRequired:
      symbol.declarations?.some((one) => ts.isPropertySignature(one)) &&
      !(symbol.flags & ts.SymbolFlags.Optional),
    byDefault: defaults
      .map((one) => (one.startsWith("'") || /^\d|^(true|false)$/.test(one) ? `\`${one}\`` : one))
      .join(' '),
    since: sinceOf(key),
  }
}

/** What a tag `@deprecated` says, as a sentence. */
const deprecated = (of) =>
  of('deprecated').map((why) => `**Deprecated**${why.startsWith('by ') ? ' ' : ': '}${why}.`)

/** What the tag `@param` says of each parameter, as items of a list. */
const parameters = (of) =>
  of('param')
    .map((one) => `- \`${one.split(' ')[0]}\`: ${one.split(' ').slice(1).join(' ')}`)
    .join('\n')

/**
 * What is known of a member, as Markdown.
 *
 * @param type the exported type, function or class
 * @param member a member of it; without one, the export itself
 * @throws {Error} as {@link factsOf}
 */
export function apiOf(type, member) {
  const { of, text, signature, byDefault, since } = factsOf(type, member)
  const lines = [
    signature &&
      (signature.includes('\n') || signature.length > 90
        ? `\`\`\`text\n${signature}\n\`\`\``
        : `\`${signature}\``),
    text,
    ...deprecated(of),
    parameters(of),
    of('returns').length ? `Returns ${of('returns').join(' ')}.` : '',
    byDefault && `Default: ${byDefault}.`,
    ...of('throws').map(thrown),
    since,
  ]
  return lines
    .filter(Boolean)
    .map((line) => line.replace(/\.\.$/, '.'))
    .join('\n\n')
}

/** Names of the members of an exported type, as they were declared. */
export const memberNames = (type) =>
  checkerOf()
    .getDeclaredTypeOfSymbol(exportOf(type))
    .getProperties()
    .map(({ name }) => name)

/**
 * A table of the members of a type, the required ones first.
 *
 * @throws {Error} as {@link factsOf}
 */
export function membersOf(type) {
  const members = memberNames(type).map((name) => ({ name, ...factsOf(type, name) }))
  const inOrder = members.toSorted((one, other) => Number(other.isRequired) - Number(one.isRequired))
  // Whoever makes such an object has to know what may be left out. What the library gives is whole.
  const isGiven = /Options$|^Environment$|Client$/.test(type)
  const row = (...cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  const rows = inOrder.map(({ name, of, text, signature, isRequired, byDefault, since }) => {
    const says = [
      text,
      ...of('param').map((one) => one.replace(/^(\w+) (.*?)\.?$/, '`$1`: $2.')),
      ...deprecated(of),
      of('returns').length ? `Returns ${of('returns').join(' ')}.` : '',
      // Of a method; an option has a column for it.
      !isGiven && byDefault ? `Default: ${byDefault}.` : '',
      ...of('throws').map(thrown),
      since,
    ]
      .filter(Boolean)
      .map((line) => line.replace(/\.\.$/, '.'))
    const defaults = isGiven ? [isRequired ? 'required' : byDefault] : []
    // The name of a method stands in the cell before.
    const isMethod = [`${name}(`, `${name}<`].some((start) => signature.startsWith(start))
    const written = isMethod ? signature.slice(name.length) : signature
    return row(`\`${name}\``, `\`${written}\``, ...defaults, says.join(' '))
  })
  const head = ['name', 'type', ...(isGiven ? ['default'] : []), 'is']
  return [row(...head), `|${'---|'.repeat(head.length)}`, ...rows].join('\n')
}

/** The functions that an entry exports: what each is called, its docstring, its example, and the methods of the plugin that it makes. */
export function functionsOf(entry) {
  const checker = checkerOf()
  const module = checker.getSymbolAtLocation(program.getSourceFile(ROOT + entry))
  return checker.getExportsOfModule(module).flatMap(({ name }) => {
    const symbol = exportOf(name)
    if (!(symbol.flags & ts.SymbolFlags.Function)) return []
    const [signature] = checker.getTypeOfSymbol(symbol).getCallSignatures()
    const [api] =
      signature.getReturnType().aliasTypeArguments ?? signature.getReturnType().typeArguments ?? []
    const example = symbol.getJsDocTags(checker).find((tag) => tag.name === 'example')
    return {
      name,
      text: flowed(textOf(symbol.getDocumentationComment(checker))),
      example: ts.displayPartsToString(example?.text),
      methods: api ? api.getProperties().map((method) => method.name) : [],
    }
  })
}
