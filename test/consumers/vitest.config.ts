/** Projects of publishers, each with its own tools installed: run by `npm run verify consumers`. */
import { defineConfig, type ViteUserConfig } from 'vitest/config'

const config: ViteUserConfig = defineConfig({
  test: {
    name: 'consumers',
    include: ['test/consumers/**/*.test.ts'],
    environment: 'node',
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // Each installs packages: one after the other.
    fileParallelism: false,
  },
})

export default config
