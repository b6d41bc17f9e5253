/**
 * What the library uses of the language and of browsers, by the names of MDN's compatibility data: told by the types of what
 * is read and called, so that `.at()` of an array is no `.at()` of a string.
 */
import { createRequire } from 'node:module'
import ts from 'typescript'
import { syntaxOf } from './syntax.mjs'

// As JSON is required, and not imported: tools that bundle would make a module of its 18 MB.
export const data = createRequire(import.meta.url)('@mdn/browser-compat-data')

const OPTIONS = {
  target: ts.ScriptTarget.ES2022,
  // More than is meant to be used: what a type does not name, nobody would notice.
  lib: ['lib.esnext.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  module: ts.ModuleKind.Preserve,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  strict: true,
  allowJs: true,
  noEmit: true,
  skipLibCheck: true,
  allowImportingTsExtensions: true,
  types: [],
}

/** Where the types of the browser declare what the data files under the interfaces that have it. */
const GLOBAL = /^(Window|GlobalEventHandlers|AnimationFrameProvider)/
const INHERITED = ['EventTarget', 'Node', 'Element', 'HTMLElement', 'TypedArray', 'Function', 'console']

const LISTENER = 'api.EventTarget.addEventListener.options_parameter'
const MEASURE = 'api.Performance.measure.measureOptions_parameter'
/** Members of options, which the data files under what takes them. One that is not named here is told as unknown. */
const OPTION_MEMBERS = {
  'AddEventListenerOptions.signal': `${LISTENER}.options_signal_parameter`,
  'AddEventListenerOptions.once': `${LISTENER}.options_once_parameter`,
  'FocusOptions.preventScroll': 'api.HTMLElement.focus.options_preventScroll_parameter',
  'MutationObserverInit.attributeFilter': 'api.MutationObserver.observe',
  'EventListenerOptions.capture': `${LISTENER}.options_capture_parameter`,
  'RequestInit.signal': 'api.Request.signal',
  'RequestInit.method': 'api.Request.method',
  // What a request takes as its body: the data has no name for that option alone.
  'RequestInit.body': 'api.Request.Request',
  'RequestInit.credentials': 'api.Request.credentials',
  'RequestInit.cache': 'api.Request.cache',
  'RequestInit.mode': 'api.Request.mode',
  'RequestInit.headers': 'api.Request.headers',
  'ShadowRootInit.mode': 'api.Element.attachShadow',
  ...Object.fromEntries(
    ['value', 'get', 'writable', 'configurable', 'enumerable'].map((name) => [
      `PropertyDescriptor.${name}`,
      'javascript.builtins.Object.defineProperty',
    ]),
  ),
  'EventInit.bubbles': 'api.Event.bubbles',
  'CustomEventInit.detail': 'api.CustomEvent.detail',
  'MutationObserverInit.childList': 'api.MutationObserver.observe',
  'MutationObserverInit.subtree': 'api.MutationObserver.observe',
  'LockOptions.signal': 'api.LockManager.request',
  'ReadableStreamReadValueResult.value': 'api.ReadableStreamDefaultReader.read',
  'ReadableStreamReadDoneResult.value': 'api.ReadableStreamDefaultReader.read',
  'TextDecodeOptions.stream': 'api.TextDecoder.decode',
  'PerformanceMeasureOptions.start': MEASURE,
  'PerformanceMeasureOptions.end': MEASURE,
  'PerformanceMeasureOptions.detail': MEASURE,
}

/** What the data says of a feature; undefined when it knows none of that name. */
export const statementOf = (feature) =>
  feature
    .split('.')
    .reduce((part, name) => (part && Object.hasOwn(part, name) ? part[name] : undefined), data)?.__compat

const plain = (name) =>
  name
    .replace(/Constructor$/, '')
    .replace(/^Readonly(?=Array|Map|Set)/, '')
    .replace(/^(Callable|Newable)(?=Function)/, '')

/** What a member's declaration belongs to; undefined for a global. */
function ownerOf(declaration) {
  const { parent } = declaration
  if (ts.isInterfaceDeclaration(parent)) return parent.name.text
  // Static members: declare var URL: { canParse(…): … }
  if (ts.isTypeLiteralNode(parent) && ts.isVariableDeclaration(parent.parent)) return parent.parent.name.text
  // declare namespace Reflect { … }
  if (ts.isModuleBlock(parent)) return parent.parent.name.text
}

/** Names under which the data may have a symbol of the standard library, the likeliest first. */
function candidatesOf(symbol, declaration, receivers) {
  const name = symbol.name.replace(/^__@(\w+)@\d+$/, '@@$1')
  const owner = ownerOf(declaration)
  if (!owner || GLOBAL.test(owner))
    return [
      `javascript.builtins.${name}`,
      `api.${name}`,
      ...['Window', 'EventTarget'].map((type) => `api.${type}.${name}`),
      `api.Window.${name.replace(/^on/, '')}_event`,
    ]
  if (OPTION_MEMBERS[`${owner}.${name}`]) return [OPTION_MEMBERS[`${owner}.${name}`]]
  // The parts of which the types put an interface together.
  const holders = [owner.replace(/^Body$/, 'Response').replace(/^Navigator[A-Z]\w+/, 'Navigator')]
  return [...holders, ...receivers, ...INHERITED]
    .map(plain)
    .flatMap((type) => [
      `javascript.builtins.${type}.${name}`,
      `api.${type}.${name}`,
      `api.${type}.${name}_static`,
      `api.${type}.${name.replace(/^on/, '')}_event`,
    ])
}

const isStandard = (declaration) =>
  /\/typescript\/lib\/lib\.[\w.]+\.d\.ts$/.test(declaration.getSourceFile().fileName)

/**
 * @param {string[]} files sources or builds, by their paths
 * @returns features, each with the places that use it; and names of the standard library that the data does not know
 */
export function usedFeatures(files) {
  const program = ts.createProgram(files, OPTIONS)
  const checker = program.getTypeChecker()
  const used = new Map()
  const unknown = new Map()

  const note = (map, name, node) => {
    const file = node.getSourceFile()
    const line = file.getLineAndCharacterOfPosition(node.getStart()).line + 1
    map.set(name, [...(map.get(name) ?? []), `${file.fileName}:${line}`])
  }

  /** The types of what a member is read from. */
  const receiversOf = (name) => {
    const { parent } = name
    if (!ts.isPropertyAccessExpression(parent) || parent.name !== name) return []
    const type = checker.getTypeAtLocation(parent.expression)
    return (type.isUnionOrIntersection() ? type.types : [type]).flatMap(({ symbol }) => symbol?.name ?? [])
  }

  /** The symbol of a name: for a member of an object that somebody takes as options, that of the options. */
  const symbolOf = (name) => {
    const { parent } = name
    // What is taken out of an object by a pattern is a member of it.
    if (ts.isBindingElement(parent) && (parent.propertyName ?? parent.name) === name)
      return checker.getTypeAtLocation(parent.parent).getProperty(name.text)
    const isMember =
      (ts.isPropertyAssignment(parent) || ts.isShorthandPropertyAssignment(parent)) && parent.name === name
    if (!isMember) return checker.getSymbolAtLocation(name)
    const type = checker.getContextualType(parent.parent)
    const types = type?.isUnion() ? type.types : [type]
    return types.map((one) => one?.getProperty(name.text)).find(Boolean)
  }

  const look = (name) => {
    const symbol = symbolOf(name)
    const declaration = symbol?.declarations?.find(isStandard)
    if (!declaration || symbol.name === 'prototype' || !(symbol.flags & ts.SymbolFlags.Value)) return
    const feature = candidatesOf(symbol, declaration, receiversOf(name)).find(statementOf)
    if (feature) note(used, feature, name)
    else note(unknown, `${ownerOf(declaration) ?? ''}.${symbol.name}`, name)
  }

  const visit = (node) => {
    if (ts.isTypeNode(node) || ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return
    for (const feature of syntaxOf(node)) note(used, feature, node)
    if (ts.isIdentifier(node)) look(node)
    ts.forEachChild(node, visit)
  }

  for (const file of files) visit(program.getSourceFile(file))
  return { used, unknown }
}
