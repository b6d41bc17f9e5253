/** The compiler, for tests that hold the documents against the built declarations of the package. */
import { join } from 'node:path'
import ts from 'typescript'
import { COMPILER_OPTIONS } from '../../docs/scripts/compiler-options.mjs'

const ROOT = process.cwd()

/** A file of the project as the compiler names it, on Windows too. */
const pathOf = (name: string) => join(ROOT, name).replaceAll('\\', '/')

const OPTIONS: ts.CompilerOptions = { ...COMPILER_OPTIONS, allowJs: true, checkJs: true }

/** Declarations on disk, which many programs share: reading them takes most of a program's time. */
const declarations = new Map<string, ts.SourceFile | undefined>()

/**
 * A program of files on disk, and of others that are given by text. Their names are relative to the root of the
 * project, so that they import the package by its own name.
 *
 * @param more options of the compiler beside those of the documentation's samples
 */
export function compile(
  files: string[],
  texts: Record<string, string> = {},
  more: ts.CompilerOptions = {},
): ts.Program {
  const options = { ...OPTIONS, ...more }
  const given = new Map(Object.entries(texts).map(([name, text]) => [pathOf(name), text]))
  const host = ts.createCompilerHost(options)
  const { fileExists, readFile, getSourceFile } = host
  host.fileExists = (name) => given.has(name) || fileExists(name)
  const folders = [...given.keys()].map((name) => name.slice(0, name.lastIndexOf('/') + 1))
  const { directoryExists } = host
  host.directoryExists = (name) =>
    folders.some((folder) => folder.startsWith(`${name}/`)) || (directoryExists?.(name) ?? true)
  host.readFile = (name) => given.get(name) ?? readFile(name)
  host.getSourceFile = (name, languageVersion, onError) => {
    const text = given.get(name)
    if (text !== undefined) return ts.createSourceFile(name, text, languageVersion)
    if (!/\.d\.[cm]?ts$/.test(name)) return getSourceFile(name, languageVersion, onError)
    const known = declarations.get(name) ?? getSourceFile(name, languageVersion, onError)
    declarations.set(name, known)
    return known
  }
  return ts.createProgram([...files.map(pathOf), ...given.keys()], options, host)
}

/** What the compiler finds wrong, as `file:line message`. */
export function problems(program: ts.Program): string[] {
  return ts.getPreEmitDiagnostics(program).map(({ file, start = 0, messageText }) => {
    const line = file ? file.getLineAndCharacterOfPosition(start).line + 1 : 0
    const name = file?.fileName.slice(pathOf('/').length)
    return `${name}:${line} ${ts.flattenDiagnosticMessageText(messageText, '\n')}`
  })
}

/**
 * Lists of names that the declarations hold, in alphabetical order.
 *
 * @param expressions a type for each list, such as `keyof Identity` or a union of strings
 * @param imports what the expressions need
 */
export function namesOf<List extends string>(
  expressions: Record<List, string>,
  imports: string,
): Record<List, string[]> {
  const aliases = Object.entries<string>(expressions).map(
    ([list, expression]) => `export type ${list} = ${expression}`,
  )
  const file = 'test/docs/names.ts'
  const program = compile([], { [file]: `${imports}\n${aliases.join('\n')}` })
  const found = problems(program)
  if (found.length) throw new Error(found.join('\n'))
  const checker = program.getTypeChecker()
  const lists: Record<string, string[]> = {}
  program.getSourceFile(pathOf(file))?.forEachChild((node) => {
    if (!ts.isTypeAliasDeclaration(node)) return
    const type = checker.getTypeAtLocation(node)
    const members = type.isUnion() ? type.types : [type]
    lists[node.name.text] = members
      .flatMap((member) => (member.isStringLiteral() ? [member.value] : []))
      .sort()
  })
  return lists
}
