/**
 * How low the bytes could go: our bundles once more, with what a page could least do without taken out of them, one
 * thing after the other. Such a bundle is no product; it says what the bytes are for, and what no rewriting could save.
 */
import { readFileSync } from 'node:fs'
import ts from 'typescript'
import { ROOT } from './bundle.mjs'

const SAYS = /^(SDKError|malformed|log|check\w+)$/

/** Empties what is only there to be read by people: the messages of errors, of checks and of the log. */
function withoutMessages(text) {
  const isText = (node) => ts.isStringLiteral(node) || ts.isTemplateLiteral(node)
  const nameOf = ({ expression: called }) => called.name?.text ?? called.text ?? ''
  const empty = (context) => {
    const { factory } = context
    const visitMessage = (node) =>
      isText(node) ? factory.createStringLiteral('') : ts.visitEachChild(node, visitMessage, context)
    const visit = (node) => {
      const visited = ts.visitEachChild(node, visit, context)
      const says = (ts.isNewExpression(visited) || ts.isCallExpression(visited)) && SAYS.test(nameOf(visited))
      if (!says) return visited
      // The first argument of an error is its reason, which code branches on.
      const kept = nameOf(visited) === 'SDKError' ? 1 : 0
      const given = visited.arguments.map((node, i) => (i < kept ? node : visitMessage(node)))
      const { expression } = visited
      return ts.isNewExpression(visited)
        ? factory.updateNewExpression(visited, expression, undefined, given)
        : factory.updateCallExpression(visited, expression, undefined, given)
    }
    return (file) => ts.visitNode(file, visit)
  }
  const file = ts.createSourceFile('x.mjs', text, ts.ScriptTarget.ESNext, true, ts.ScriptKind.JS)
  return ts.createPrinter().printFile(ts.transform(file, [empty]).transformed[0])
}

const nothing = (...names) => names.map((name) => `export const ${name} = () => {}`).join('\n')

const inert = (...names) => names.map((name) => `export const ${name} = () => ({ setup() {} })`).join('\n')

/** What is taken out, in turn: text of a built module to the text that takes its place. */
const STEPS = [
  {
    without: 'messages: an error has its reason and nothing to read',
    edit: (_, text) => withoutMessages(text),
  },
  {
    without: 'checks of options, environment, plugins and arguments',
    edit: (file, text) =>
      ({
        'core/checks': `${nothing('checkOption', 'checkArgument', 'checkFunctionOption', 'checkBaseUrl', 'kindOf')}
          export const HTTP_URL_FIX = ''
          export const isHttpUrl = () => true
          export const isRecord = (value) => typeof value === 'object' && value !== null && !Array.isArray(value)`,
        'core/environment': 'export const defineEnvironment = (env) => env',
        'core/options': `export const windowOf = ({ window }) => window ?? globalThis.window
          export const resolveOptions = (options) => ({ ...options, window: windowOf(options) })`,
        'core/create-identity': `import { createKernel } from './kernel.mjs'
          export function createIdentity(options, plugins) {
            const [kernel, core] = createKernel(options)
            return Object.assign({}, core, ...plugins.map(({ setup }) => setup(kernel)))
          }`,
      })[file] ?? text,
  },
  {
    without: 'consents, login links and head start, which the existing client has not',
    edit: (file, text) =>
      ({
        'plugins/consents': inert('consents'),
        'plugins/consent-management': inert('consentManagement'),
        'plugins/login-links': inert('loginLinks'),
        'plugins/head-start': inert('headStart', 'headStartScript'),
      })[file] ?? text,
  },
  {
    without: 'login and logout',
    edit: (file, text) => (file === 'core/navigation' ? 'export const createNavigation = () => ({})' : text),
  },
]

/** The bundles that {@link STEPS} leave: each with what is gone from it, and the esbuild plugin that makes it. */
export const FLOORS = STEPS.map(({ without }, last) => ({
  without,
  plugin: {
    name: 'floor',
    setup({ onLoad }) {
      onLoad({ filter: /\/dist\/.*\.mjs$/ }, ({ path }) => {
        if (!path.startsWith(`${ROOT}dist/`)) return undefined
        const file = path.slice(`${ROOT}dist/`.length, -'.mjs'.length)
        const contents = STEPS.slice(0, last + 1).reduce(
          (text, { edit }) => edit(file, text),
          readFileSync(path, 'utf8'),
        )
        return { contents, loader: 'js' }
      })
    },
  },
}))
