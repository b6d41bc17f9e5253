/** Syntax that is younger than ES2015, by the names of MDN's compatibility data. */
import ts from 'typescript'

const { SyntaxKind } = ts

const OPERATORS = {
  [SyntaxKind.QuestionQuestionToken]: 'nullish_coalescing',
  [SyntaxKind.QuestionQuestionEqualsToken]: 'nullish_coalescing_assignment',
  [SyntaxKind.BarBarEqualsToken]: 'logical_or_assignment',
  [SyntaxKind.AmpersandAmpersandEqualsToken]: 'logical_and_assignment',
  [SyntaxKind.AsteriskAsteriskToken]: 'exponentiation',
  [SyntaxKind.QuestionDotToken]: 'optional_chaining',
}

const KINDS = {
  [SyntaxKind.AwaitExpression]: 'javascript.operators.await',
  [SyntaxKind.SpreadAssignment]: 'javascript.operators.spread.spread_in_object_literals',
  [SyntaxKind.ClassStaticBlockDeclaration]: 'javascript.classes.static.initialization_blocks',
  [SyntaxKind.BigIntLiteral]: 'javascript.builtins.BigInt',
  [SyntaxKind.ImportKeyword]: 'javascript.statements.import',
}

const PATTERNS = {
  lookbehind_assertion: /\(\?<[=!]/,
  named_capturing_group: /\(\?<[^=!]/,
  unicode_character_class_escape: /\\p\{/i,
}
const FLAGS = { d: 'hasIndices', s: 'dotAll', v: 'unicodeSets' }

function inPattern(text) {
  const flags = text.slice(text.lastIndexOf('/') + 1)
  return [
    ...Object.keys(PATTERNS).flatMap((name) =>
      PATTERNS[name].test(text) ? `javascript.regular_expressions.${name}` : [],
    ),
    ...[...flags].flatMap((flag) => (FLAGS[flag] ? `javascript.builtins.RegExp.${FLAGS[flag]}` : [])),
  ]
}

function inClass(node) {
  if (
    ts.isPropertyDeclaration(node) &&
    !node.modifiers?.some(({ kind }) => kind === SyntaxKind.DeclareKeyword)
  ) {
    const isStatic = node.modifiers?.some(({ kind }) => kind === SyntaxKind.StaticKeyword)
    if (ts.isPrivateIdentifier(node.name)) return ['javascript.classes.private_class_fields']
    return [isStatic ? 'javascript.classes.static.class_fields' : 'javascript.classes.public_class_fields']
  }
  if (ts.isMethodDeclaration(node) && ts.isPrivateIdentifier(node.name))
    return ['javascript.classes.private_class_methods']
  if (ts.isPrivateIdentifier(node) && ts.isBinaryExpression(node.parent))
    return ['javascript.classes.private_class_fields_in']
  return []
}

/** What a node is of young syntax. */
export function syntaxOf(node) {
  if (OPERATORS[node.kind]) return [`javascript.operators.${OPERATORS[node.kind]}`]
  if (KINDS[node.kind]) return [KINDS[node.kind]]
  if (ts.isRegularExpressionLiteral(node)) return inPattern(node.text)
  if (ts.isCatchClause(node) && !node.variableDeclaration)
    return ['javascript.statements.try_catch.optional_catch_binding']
  if (ts.isBindingElement(node) && node.dotDotDotToken && ts.isObjectBindingPattern(node.parent))
    return ['javascript.operators.destructuring.rest_in_objects']
  if (ts.isForOfStatement(node) && node.awaitModifier) return ['javascript.statements.for_await_of']
  return inClass(node)
}
