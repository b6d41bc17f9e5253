/** How Stryker mutates the library. `npm run verify mutate` runs it, and says which files. */

/** @type {import('@stryker-mutator/api/core').PartialStrykerOptions} */
export default {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner', './test/mutation/readers-only.mjs'],
  ignorers: ['readers-only'],
  // All unit tests can reach each file, and asking vite which do costs more than it saves.
  vitest: { configFile: 'test/mutation/vitest.config.ts', related: false },
  coverageAnalysis: 'perTest',
  // Mutants of what runs on import are tried against all tests: slow, but they are patterns and texts that matter.
  ignoreStatic: false,
  concurrency: Number(process.env.MUTATE_CONCURRENCY ?? 2),
  timeoutMS: 15_000,
  // The first run of all tests, in one process and counted, takes more than the usual five on a busy machine.
  dryRunTimeoutMinutes: 20,
  reporters: ['json', 'clear-text', 'progress-append-only'],
  clearTextReporter: { logTests: false, reportTests: false, allowColor: false, reportMutants: false },
  jsonReporter: { fileName: '.cache/mutation.json' },
  tempDirName: '.cache/stryker',
  // The sandbox is a copy of the project: what the unit tests do not need stays out of it.
  ignorePatterns: [
    '.cache',
    'dist',
    'coverage',
    'emulator',
    'examples',
    'test/diagnosis',
    'test/e2e',
    'test/packaging',
  ],
  allowEmpty: false,
}
