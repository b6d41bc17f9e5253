/** The recipes of `examples/`, each with the programs it is for: run by `npm run verify recipes`. */
import { defineConfig, type ViteUserConfig } from 'vitest/config'

const config: ViteUserConfig = defineConfig({
  test: {
    name: 'recipes',
    include: ['test/recipes/**/*.test.ts'],
    environment: 'node',
    testTimeout: 60_000,
    hookTimeout: 300_000,
    // Each starts servers and browsers: one after the other.
    fileParallelism: false,
  },
})

export default config
