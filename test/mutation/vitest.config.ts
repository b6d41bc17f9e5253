/**
 * What runs against each mutant: the tests of the project `unit`, without those that read or bundle the sources, or are about the
 * documents, the scripts or the examples. Mutants of the session service meet its own tests, without those of its built command, of
 * stores that are servers, and of time.
 */
import { fileURLToPath } from 'node:url'

import { defineConfig, type ViteUserConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { programs } from '../../scripts/build/programs.mjs'
import main from '../../vitest.config.ts'

const unit = main.test?.projects?.find((project) => (project as ViteUserConfig).test?.name === 'unit')
const tests = (unit as ViteUserConfig).test?.include
/** A pattern of tests, while the mutants of one folder are tried against its own. */
const { MUTATION_TESTS } = process.env

/** The first failure ends a run, and it is most likely in the tests of one part alone: those go first. */
class NearestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const folders = ['/test/core/', '/test/plugins/', '/test/presets/', '/test/server/', '/test/']
    const rank = ({ moduleId }: TestSpecification) => folders.findIndex((folder) => moduleId.includes(folder))
    return [...files].sort((one, other) => rank(one) - rank(other))
  }
}

const config: ViteUserConfig = defineConfig({
  // A mutant in what developers alone get is one too.
  define: { __DEV__: 'true' },
  plugins: [programs],
  // As a site's server has it, which the session service's tests are.
  resolve: { alias: { 'portico/server': fileURLToPath(new URL('../../server/index.ts', import.meta.url)) } },
  test: {
    include: MUTATION_TESTS ? [MUTATION_TESTS] : tests,
    exclude: [
      'test/dependency-rule.test.ts',
      'test/core/production.test.ts',
      'test/core/reasons.test.ts',
      'test/devtools/**',
      'test/plugins/access/wall.test.ts',
      'test/presets/bundles.test.ts',
      'test/security/policy.test.ts',
      'test/scripts/**',
      'session-service/test/{command*,copy,failover}.test.ts',
      'session-service/test/attacks/{cost,slow}.test.ts',
      'session-service/test/store/{postgres,redis}.test.ts',
    ],
    environment: 'node',
    // A mutant that waits for ever is noticed by this. The longest tests take two seconds.
    testTimeout: 10_000,
    // One worker for all files of a run: nothing of the library happens on import, so nothing is carried over.
    isolate: false,
    runner: './test/mutation/runner.ts',
    passWithNoTests: true,
    sequence: { sequencer: NearestFirst },
  },
})

export default config
