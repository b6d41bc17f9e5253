import { fileURLToPath } from 'node:url'
import { transform } from 'esbuild'
import { defineConfig, type ViteUserConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { programs } from './scripts/build/programs.mjs'
import { hasPostgres, hasRedis } from './session-service/test/store/servers.mjs'

/** The sources as a developer gets them: what readers get instead is no branch that a unit test could reach. */
const developmentBuild = {
  name: 'portico-development-build',
  enforce: 'pre' as const,
  async transform(code: string, id: string) {
    if (
      !/\/(?<!\/test\/)(bindings|core|plugins|presets|devtools|server)\/[\w/-]+\.ts$/.test(id) ||
      !code.includes('__DEV__')
    )
      return
    const define = { __DEV__: 'true' }
    return transform(code, {
      loader: 'ts',
      define,
      minifySyntax: true,
      target: 'es2022',
      sourcemap: true,
      sourcefile: id,
    })
  },
}

/** `portico/server` as the emulator's build finds it: the package of the repository's root is installed nowhere. */
const resolve = {
  alias: { 'portico/server': fileURLToPath(new URL('dist/server/index.js', import.meta.url)) },
}

/** A package of the workspace that has the React before. */
const ofReact18 = (name: string) =>
  fileURLToPath(new URL(`test/bindings/react-18/node_modules/${name}`, import.meta.url))

/** Modules are loaded once a worker, not once a file, where no `vi.mock` replaces one: nothing of ours happens on import. */
const isolate = false

/**
 * Tests make much that is soon garbage: one collection of a larger space finds more of it than many of a small one. Most of their code
 * runs too seldom to be worth the compiler's best: fifteen times as often as usual is asked of it. Later versions of Node lack that option.
 */
const execArgv = [
  '--max-semi-space-size=64',
  ...(process.versions.node.startsWith('20.') ? ['--interrupt-budget=1000000'] : []),
]

/** Those that take longest, which their sizes do not tell. Those that wait for much of that time stand among those that do not. */
const LONGEST = [
  'security/faults',
  'command',
  'command-manage',
  'attacks/slow',
  'e2e/main-flows/session-service',
  'packaging/release',
  'third-party/stand-ins',
  'plugins/login/login-popup',
  'security/polluted-prototype',
  'e2e/firefox',
  'e2e/popup',
  'e2e/accessibility',
  'e2e/one-page',
  'e2e/faults',
  'e2e/recipes',
  'e2e/workbench',
  'e2e/soak',
  'packaging/tarball-tools',
  'packaging/tarball',
  'third-party/pages/pages',
  'packaging/unasked-requests',
]

/** The longest go first: at the end, one of them would keep a single core busy. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const index = LONGEST.findIndex((name) => moduleId.endsWith(`/test/${name}.test.ts`))
      return index < 0 ? LONGEST.length : index
    }
    return (await super.sort(files)).sort((one, other) => rank(one) - rank(other))
  }
}

/** The packed packages. The rest of test/packaging are tools and pages that use them. */
const TARBALLS = ['test/packaging/{tarball,release}.test.ts']

/** What a reader does on most days. `npm test` needs no other browser tests. */
const MAIN_FLOWS = 'test/e2e/main-flows/*.test.ts'

const ofBuilds = { environment: 'node', isolate, execArgv, testTimeout: 180_000, hookTimeout: 180_000 }
const ofServices = { environment: 'node', isolate, execArgv, testTimeout: 30_000, hookTimeout: 30_000 }
const inBrowsers = {
  environment: 'node',
  globalSetup: 'test/e2e/support/fetch-chromium.ts',
  testTimeout: 60_000,
  hookTimeout: 120_000,
  isolate,
  execArgv,
}

/** The project of a long suite. Each of its files installs packages, or starts servers and browsers: one after the other. */
const suite = (name: string, folder: string, more: ViteUserConfig['test'] = {}): ViteUserConfig => ({
  resolve,
  test: {
    name,
    include: [`${folder}/**/*.test.ts`],
    environment: 'node',
    testTimeout: 60_000,
    hookTimeout: 120_000,
    fileParallelism: false,
    ...more,
  },
})

const config: ViteUserConfig = defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    // Vitest leaves a core to whoever watches it, which is half of a small machine.
    maxWorkers: '100%',
    // A page in a browser takes its time.
    slowTestThreshold: 5000,
    projects: [
      {
        plugins: [developmentBuild, programs],
        test: {
          name: 'unit',
          include: [
            'test/{bindings,core,devtools,plugins,presets,properties,scripts,security,server}/**/*.test.ts',
            'test/third-party/{,runners/}*.test.ts',
            'test/*.test.ts',
          ],
          environment: 'node',
          isolate,
          execArgv,
          // Some compile the sources, which takes a slow machine its time; a property that is tried often takes its own.
          testTimeout: process.env.PROPERTY_RUNS ? 3_600_000 : 30_000,
          typecheck: {
            enabled: true,
            include: ['test/types/**/*.test-d.ts'],
            tsconfig: './tsconfig.json',
            // It takes a quarter of the time of `typescript`.
            checker: 'node_modules/typescript-7/bin/tsc',
          },
        },
      },
      {
        plugins: [developmentBuild, programs],
        resolve: { alias: { react: ofReact18('react'), 'react-dom': ofReact18('react-dom') } },
        test: {
          name: 'react-18',
          include: ['test/bindings/react.test.ts'],
          env: { REACT_MAJOR: '18' },
        },
      },
      { test: { name: 'tarballs', include: TARBALLS, ...ofBuilds } },
      {
        test: {
          name: 'packaging',
          include: ['test/packaging/**/*.test.ts', 'test/docs/**/*.test.ts'],
          exclude: TARBALLS,
          ...ofBuilds,
        },
      },
      {
        resolve,
        test: {
          name: 'session-service',
          include: ['session-service/test/**/*.test.ts'],
          ...ofServices,
        },
      },
      { resolve, test: { name: 'emulator', include: ['emulator/test/**/*.test.ts'], ...ofServices } },
      { resolve, test: { name: 'main-flows', include: [MAIN_FLOWS], ...inBrowsers } },
      {
        resolve,
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts', 'test/third-party/pages/*.test.ts'],
          exclude: [MAIN_FLOWS],
          ...inBrowsers,
        },
      },
      // No part of `npm run test:all`: `npm run verify` runs them.
      suite('third-party', 'test/third-party/large', {
        globalSetup: 'test/third-party/large/install.ts',
        fileParallelism: true,
      }),
      suite('session-service-flows', 'test/session-service', { testTimeout: 90_000 }),
      suite('containers', 'test/containers', { globalSetup: 'test/containers/support/needs.ts' }),
      suite('diagnosis', 'test/diagnosis'),
      suite('recipes', 'test/recipes', { hookTimeout: 300_000 }),
      suite('consumers', 'test/consumers', { testTimeout: 180_000, hookTimeout: 180_000 }),
      suite('webkit', 'test/webkit', { globalSetup: 'test/webkit/support/tools.ts' }),
    ],
    coverage: {
      provider: 'v8',
      include: [
        ...['bindings', 'core', 'plugins', 'presets', 'server', 'session-service/src'].map(
          (folder) => `${folder}/**/*.ts`,
        ),
      ],
      // What runs in pages is text to those who import it: the tests run that text, where nobody counts. Svelte's binding runs in
      // bundles, as its compiler makes them.
      // The command of the session service runs as a process, and two of its stores where their servers are. Its store contract is a test.
      exclude: [
        'test/**',
        'server/programs/**',
        'bindings/svelte.ts',
        'session-service/test/**',
        'session-service/src/command/**',
        'session-service/src/store/contract*',
        'session-service/src/store/contract/**',
        ...(hasRedis ? [] : ['session-service/src/store/redis*']),
        ...(hasPostgres ? [] : ['session-service/src/store/postgres*']),
      ],
      thresholds: { lines: 100, branches: 100, functions: 100, statements: 100 },
      reporter: [['text', { skipFull: true, skipEmpty: true }], 'text-summary', 'json-summary'],
    },
  },
})

export default config
