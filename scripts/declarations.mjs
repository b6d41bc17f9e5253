/** Declarations, for the builds of the library and of the emulator. */
import { readFileSync } from 'node:fs'
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
