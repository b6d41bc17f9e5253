/**
 * Leaves out of mutation what the unit tests do not run: they run the sources as developers get them, so what stands
 * there for readers alone is looked at in `test/core/production.test.ts` and in the built package.
 */

/** Whether a node of the syntax tree is the constant that tells the two builds apart. */
const isBuild = (node) => node?.type === 'Identifier' && node.name === '__DEV__'

/** @type {import('@stryker-mutator/api/ignore').Ignorer} */
const readersOnly = {
  shouldIgnore({ node, parent }) {
    if (isBuild(node)) return 'Fixed when the library is built'
    if (isBuild(parent?.test) && node === parent.alternate) return 'In the build for readers alone'
  },
}

export const strykerPlugins = [{ kind: 'Ignore', name: 'readers-only', value: readersOnly }]
