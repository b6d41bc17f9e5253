/** Declarations, for the builds of the library and of the workspaces. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import ts from 'typescript'

/** TypeScript declares a static method whose name is a symbol twice: first as a property. */
const PROPERTY_OF_METHOD = /^ *static (\[Symbol\.\w+\]): .*\n(?=[\s\S]*static \1\()/gm

/** The declarations of one source file. It speaks for itself alone, as `isolatedDeclarations` sees to. */
export function declarationsOf(file) {
  const { outputText } = ts.transpileDeclaration(readFileSync(file, 'utf8'), {
    fileName: file,
    compilerOptions: { target: ts.ScriptTarget.ES2022, verbatimModuleSyntax: true },
  })
  return outputText.replaceAll(PROPERTY_OF_METHOD, '')
}

/** Writes the declarations of a source file of a workspace, and of those that they import. To bundle them would take most of a build's time. */
export function writeDeclarations(folder, source) {
  const target = join(folder, 'dist/types', source.replace(/\.ts$/, '.d.ts'))
  // Another file has imported it before.
  if (existsSync(target)) return
  const declarations = declarationsOf(join(folder, 'src', source))
  mkdirSync(dirname(target), { recursive: true })
  writeFileSync(target, declarations)
  for (const [, file] of declarations.matchAll(/'(\.{1,2}\/[^'\n]+\.ts)'/g))
    writeDeclarations(folder, join(dirname(source), file))
}
